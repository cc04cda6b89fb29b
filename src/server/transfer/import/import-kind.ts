// Resolves the kind of an import: a type that the caller may import, with form, columns of a category and limits.

import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Account, Call } from '#server/platform/call.ts'
import { refuseAccess } from '#server/platform/operations/access.ts'
import type { TableBounds } from '#server/platform/table-files/table-file.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { parameterField } from '#shared/parameters/parameter-form.ts'
import { findSet, type ParameterSet } from '#shared/parameters/parameter-model.ts'
import { buildColumns, type ImportColumn } from './import-columns.ts'

interface ImportType {
  readonly plan: TypePlan
  readonly account: Account
  readonly same: readonly string[]
  readonly operation: Operation
}

export interface ImportKind extends ImportType {
  readonly set: ParameterSet | undefined
  readonly columns: readonly ImportColumn[]
  /** The answers of every row that follow from the chosen category. */
  readonly given: Readonly<Record<string, unknown>>
}

/** Callers who may add items of the type may import them. Throws for a type without import. */
export function requireImportType({ services, account }: Call, type: string): ImportType {
  const model = services.model()
  const plan = findPlan(model, type)
  const operation = model.operations.find(({ content }) => content?.type === type && content.action === 'add')
  if (account === null) throw new Failure('SIGN_IN_REQUIRED')
  if (!plan?.type.import || !operation)
    throw new Failure('NOT_FOUND', { message: '这类内容不能批量导入，请在发布页面逐件填写' })
  refuseAccess(account, operation)
  return { plan, account, operation, same: plan.type.import.same }
}

/** With the category that was chosen, where the type has categories. */
export function requireImportKind(call: Call, type: string, setId: string | undefined): ImportKind {
  const kind = requireImportType(call, type)
  const model = call.services.model()
  const { form } = kind.plan
  const holder = parameterField(form.fields)
  const set = holder && findSet(model, holder.parameters.family, setId ?? '')
  if (holder && !set?.isLast) {
    const title = form.fields.find(({ name }) => name === holder.parameters.by)?.title ?? '类别'
    throw new Failure('BAD_PARAMETER', {
      errors: [{ path: '/category', message: `请先选择${title}，再下载模板或上传文件` }],
    })
  }
  return {
    ...kind,
    set,
    given: holder && set ? { [holder.parameters.by]: set.id } : {},
    columns: buildColumns({ form, set, dictionaries: model.dictionaries }, kind.account),
  }
}

export const MAX_ROWS = 5_000
export const MAX_BYTES = 10 * 1024 * 1024
/** Of a workbook, unpacked; a full one of 5,000 rows has about a third of it. */
const MAX_UNPACKED = 48 * 1024 * 1024
const MAX_CELLS = 200

export const BOUNDS: TableBounds = { rows: MAX_ROWS + 1, cells: MAX_CELLS, bytes: MAX_UNPACKED }

/** Begins the row of a template that explains the columns. */
export const HINT_MARK = '#填写说明 '
