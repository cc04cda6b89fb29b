// Handles the calls of an import: types, template, upload, validation in steps, report, confirmation.

import { createHash } from 'node:crypto'
import { namingViolations } from '#server/content/write/uniqueness.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { FileAnswer, openBytes } from '#server/platform/http/file-answer.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { ImportOverviewAnswer, ImportView } from '#shared/calls/import-answers.ts'
import { parameterField } from '#shared/parameters/parameter-form.ts'
import { toCsv } from '#shared/tables/csv.ts'
import type { Sheet, SheetCell } from '#shared/tables/sheet.ts'
import { toXlsx, XLSX_TYPE } from '#shared/tables/xlsx.ts'
import { templateSheets } from './column-help.ts'
import { keepBasis } from './import-basis.ts'
import { importItems } from './import-items.ts'
import { type ImportKind, MAX_BYTES, MAX_ROWS, requireImportKind, requireImportType } from './import-kind.ts'
import {
  countVerdicts,
  dropImports,
  type FaultyRow,
  faultyRows,
  findJob,
  type ImportJob,
  requireJob,
  storeVerdicts,
} from './import-store.ts'
import { markDuplicates } from './mark-duplicates.ts'
import { receiveTable } from './receive-table.ts'
import { validateRows } from './validate-rows.ts'

const HEADS = ['行号', '列', '所填内容', '问题', '如何修改']

function reportSheets(rows: readonly FaultyRow[]): Sheet[] {
  return [
    {
      name: '问题',
      rows: [
        HEADS.map((value): SheetCell => ({ value, style: 'head' })),
        ...rows.flatMap(({ rowNo, errors }) =>
          errors.map(({ column, value, message, help }): SheetCell[] => [
            rowNo,
            column ?? '整行',
            value,
            message,
            help,
          ]),
        ),
      ],
      columns: [{ width: 8 }, { width: 20 }, { width: 30 }, { width: 50 }, { width: 60 }],
      fixed: { rows: 1, columns: 0 },
    },
  ]
}

/** One step: short enough that a cancelled import ends at once, and that others hardly wait. */
const STEP_ROWS = 250
/** Shown on the page; the report holds all. */
const SHOWN = 100

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const formatOf = (value: unknown): TableFormat => (value === 'csv' ? 'csv' : 'xlsx')

/** Returns the kind of an earlier upload, whose category may have been deleted since. */
function requireKindOf(call: Call, { type, setId }: ImportJob): ImportKind {
  try {
    return requireImportKind(call, type, setId ?? undefined)
  } catch (error) {
    if (!(error instanceof Failure) || error.error !== 'BAD_PARAMETER') throw error
    throw new Failure('WRONG_STATE', {
      message: '文件所属的类别已停用或调整，不能继续导入；请放弃本次导入，按新模板填写后再上传',
    })
  }
}

/** Returns the view of an import for the page, in any state. */
async function toView({ services }: Call, job: ImportJob): Promise<ImportView> {
  const { id, setId: category, name, state, total, judged, imported, renewed, notes, createdAt } = job
  const decides = state === 'judged'
  const counts = decides ? await countVerdicts(services.db, id) : { right: 0, wrong: 0, exists: 0 }
  const rows = decides ? await faultyRows(services.db, id, SHOWN) : []
  const faults = rows.flatMap(({ rowNo, verdict, errors }) =>
    errors.map((fault) => ({ row: rowNo, verdict, ...fault })),
  )
  return {
    id,
    category,
    name,
    state,
    total,
    judged,
    imported,
    renewed,
    notes,
    createdAt: createdAt.toISOString(),
    ...counts,
    faults,
  }
}

async function readState(call: Call): Promise<ImportOverviewAnswer> {
  const { services, params } = call
  const { plan, account } = requireImportType(call, String(params.type))
  const holder = parameterField(plan.form.fields)
  const family = services.model().families.find(({ name }) => name === holder?.parameters.family)
  const job = await findJob(services.db, account.id, plan.type.name)
  return {
    title: plan.type.title,
    rows: MAX_ROWS,
    bytes: MAX_BYTES,
    categories: (family?.sets ?? []).map(({ id, title, parent, isLast }) => ({
      value: id,
      label: title,
      parent: parent ?? null,
      isLast,
    })),
    job: job ? await toView(call, job) : null,
  }
}

async function validateNextRows(call: Call) {
  const { services, account } = call
  const { id } = bodyOf<'import.step'>(call)
  const job = await requireJob(services.db, account?.id ?? '', id)
  if (job.state === 'judging') {
    const kind = requireKindOf(call, job)
    const { plan, same } = kind
    if (await keepBasis(services, kind, job))
      return toView(call, await requireJob(services.db, account?.id ?? '', id))
    const validated = await validateRows(call, kind, job, STEP_ROWS)
    await services.db.transaction().execute(async (transaction) => {
      const isFirst = await storeVerdicts(transaction, job, validated, services.clock())
      if (!isFirst || job.judged + validated.length < job.total) return
      await markDuplicates(transaction, { id, ownerId: kind.account.id, plan, same })
      await transaction.updateTable('importJob').set({ state: 'judged' }).where('id', '=', id).execute()
    })
  }
  return toView(call, await requireJob(services.db, account?.id ?? '', id))
}

async function confirm(call: Call) {
  const { services, account } = call
  const { id } = bodyOf<'import.confirm'>(call)
  const job = await requireJob(services.db, account?.id ?? '', id)
  const kind = requireKindOf(call, job)
  // The rows are validated again, and the caller has to confirm again.
  if (await keepBasis(services, kind, job))
    return toView(call, await requireJob(services.db, account?.id ?? '', id))
  if (job.state === 'judging')
    throw new Failure('WRONG_STATE', { message: '文件尚未检查完，请等检查完成后再导入' })
  const imported = await namingViolations(services.model(), () => importItems(call, kind, job))
  if (imported === undefined) {
    // Outside the transaction, which stored nothing.
    throw new Failure('WRONG_STATE', {
      message: '检查之后您又发布了相同的内容，请刷新页面，核对后再导入',
    })
  }
  return toView(call, await requireJob(services.db, account?.id ?? '', id))
}

async function readReport(call: Call) {
  const { services, account, params } = call
  const job = await requireJob(services.db, account?.id ?? '', String(params.id))
  if (job.state !== 'judged')
    throw new Failure('WRONG_STATE', { message: '这份文件没有待处理的问题，请刷新页面' })
  const rows = await faultyRows(services.db, job.id, MAX_ROWS)
  return toTableAnswer('导入问题', formatOf(params.format), reportSheets(rows))
}

/**
 * Handles the calls of an import from a table file: template, upload, validation in parts, report of faults,
 * confirmation and cancellation.
 *
 * @example
 * const handlers: Handlers = { ...importHandlers }
 */
export const importHandlers: Handlers = {
  'import.state': readState,
  'import.template': async (call) => {
    const { params } = call
    const { columns, set, plan } = requireImportKind(call, String(params.type), textOf(params.category))
    const title = set?.title ?? plan.type.title
    const format = formatOf(params.format)
    return toTableAnswer(`${title}导入模板`, format, templateSheets(title, columns, format))
  },
  'import.upload': async (call) => {
    const { params, services } = call
    const kind = requireImportKind(call, String(params.type), textOf(params.category))
    const id = await receiveTable(call, kind)
    return toView(call, await requireJob(services.db, kind.account.id, id))
  },
  'import.step': validateNextRows,
  'import.problems': readReport,
  'import.confirm': confirm,
  'import.cancel': async ({ services, account, body }) => {
    const { id } = bodyOf<'import.cancel'>({ body })
    const job = await requireJob(services.db, account?.id ?? '', id)
    await services.db.transaction().execute((transaction) => dropImports(transaction, job.ownerId, job.type))
    return null
  },
}

type TableFormat = 'xlsx' | 'csv'

/** A file with comma-separated text holds the first sheet only. */
function toTableAnswer(name: string, format: TableFormat, sheets: readonly Sheet[]): FileAnswer {
  const bytes = format === 'xlsx' ? Buffer.from(toXlsx(sheets)) : Buffer.from(toCsv(sheets[0]?.rows ?? []))
  return new FileAnswer(async () => ({
    name: `${name}.${format}`,
    type: format === 'xlsx' ? XLSX_TYPE : 'text/csv; charset=utf-8',
    size: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
    inline: false,
    open: openBytes(bytes),
  }))
}
