// Applies a migration step to one record. Pure: the same for a dry run, the migration and its reversal.
import type { DefaultStep, MapStep, MigrationStep } from '#shared/model/migration-model.ts'
import { changeCodes } from './dictionary-codes.ts'
import { namesDictionary } from './find-record-changes.ts'
import { typesOfLifecycle } from './migrate-model.ts'
import type { RecordFields, RecordModel } from './record-model.ts'

export type RecordBody = Readonly<Record<string, unknown>>

export interface RecordRow {
  /**
   * True for a draft, which is still being filled in; false for items, pending changes and answers, which were
   * submitted.
   */
  readonly isDraft: boolean
  /** Content type or form. */
  readonly holder: string
  readonly status: string | null
  /** The state that it may be put back to. */
  readonly left: string | null
  readonly body: RecordBody
}

/** The configurations around a step, and what judges values by the one that it leads to. */
export interface MigrationContext {
  readonly before: RecordModel
  readonly next: RecordModel
  /** Returns true if the field of the type, form or category (`family/id`) accepts the value. */
  fits(holder: string, field: string, value: unknown): boolean
  /** Returns true if the field is asked for, given the other values. */
  asks(holder: string, field: string, body: RecordBody): boolean
}

/** Kinds of names that no record contains. */
const OUTSIDE: ReadonlySet<string> = new Set(['path', 'page', 'role'])

/** Null: taken out of the records. `archived` collects the values that are no longer among them, by field. */
export function migrateRow(
  row: RecordRow,
  step: MigrationStep,
  context: MigrationContext,
  archived: Map<string, unknown>,
): RecordRow | null {
  if (step.do === 'keep' || (step.do === 'rename' && OUTSIDE.has(step.what))) return row
  if (step.what === 'type' || step.what === 'form') {
    if (step.do === 'archive') return row.holder === step.name ? null : row
    return step.do === 'rename' && row.holder === step.from ? { ...row, holder: step.to } : row
  }
  if (step.do === 'rename' && step.what === 'state') return withState(row, step, context)
  if (step.do === 'rename' && step.what === 'code') return withCode(row, step, context.before)
  return withValue(row, step, context, archived)
}

type Rename = Extract<MigrationStep, { do: 'rename' }>

function withState(
  row: RecordRow,
  { in: lifecycle, from, to }: Rename,
  { before, next }: MigrationContext,
): RecordRow {
  if (row.status !== from && row.left !== from) return row
  if (!typesOfLifecycle(before, lifecycle, next).includes(row.holder)) return row
  return { ...row, status: row.status === from ? to : row.status, left: row.left === from ? to : row.left }
}

function withCode(row: RecordRow, { in: dictionary, from, to }: Rename, before: RecordModel): RecordRow {
  const form = before.types[row.holder] ?? before.forms[row.holder]
  if (!form) return row
  const change = (code: string) => (code === from ? to : code)
  const body = changeFields(form.fields, row.body, dictionary, change)
  let whole = body
  for (const [name, { parameters }] of Object.entries(form.fields)) {
    const inner = parameters && row.body[name]
    const set = parameters && before.sets[parameters.family]?.[String(row.body[parameters.by])]
    if (!isRecord(inner) || !set) continue
    const changed = changeFields(set.fields, inner, dictionary, change)
    if (changed !== inner) whole = { ...whole, [name]: changed }
  }
  return whole === row.body ? row : { ...row, body: whole }
}

function changeFields(
  fields: RecordFields,
  body: RecordBody,
  dictionary: string,
  change: (code: string) => string,
): RecordBody {
  let made = body
  for (const [name, field] of Object.entries(fields)) {
    if (body[name] === undefined || !namesDictionary(field, dictionary)) continue
    const value = changeCodes(field, dictionary, body[name], change)
    if (JSON.stringify(value) !== JSON.stringify(body[name])) made = { ...made, [name]: value }
  }
  return made
}

function isRecord(value: unknown): value is RecordBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Valued = Exclude<MigrationStep, { do: 'keep' }>

/** A field of the row, or of the parameters in it. */
function withValue(
  row: RecordRow,
  step: Valued,
  context: MigrationContext,
  archived: Map<string, unknown>,
): RecordRow {
  if (step.what !== 'parameter') {
    if (row.holder !== step.in) return row
    const body = changeValue(row.body, step, context, { isDraft: row.isDraft, whole: row.body, archived })
    return body === row.body ? row : { ...row, body }
  }
  const [family = '', set = ''] = step.in.split('/')
  const fields = (context.before.types[row.holder] ?? context.before.forms[row.holder])?.fields ?? {}
  const [name] =
    Object.entries(fields).find(
      ([, { parameters }]) => parameters?.family === family && String(row.body[parameters.by]) === set,
    ) ?? []
  const inner = name === undefined ? undefined : row.body[name]
  if (name === undefined || (inner != null && !isRecord(inner))) return row
  const made = changeValue(inner ?? {}, step, context, { isDraft: row.isDraft, whole: row.body, archived })
  return made === inner || (inner == null && Object.keys(made).length === 0)
    ? row
    : { ...row, body: { ...row.body, [name]: made } }
}

interface Around {
  readonly isDraft: boolean
  readonly whole: RecordBody
  readonly archived: Map<string, unknown>
}

export const isEmptyRecord = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

function changeValue(body: RecordBody, step: Valued, context: MigrationContext, around: Around): RecordBody {
  if (step.do === 'rename') {
    if (!Object.hasOwn(body, step.from)) return body
    const { [step.from]: moved, ...rest } = body
    // An existing value stays, and the one to be moved there is archived.
    if (isEmptyRecord(rest[step.to])) return { ...rest, [step.to]: moved }
    if (!isEmptyRecord(moved)) around.archived.set(step.from, moved)
    return rest
  }
  const { [step.name]: value, ...rest } = body
  if (step.do === 'archive') {
    if (!Object.hasOwn(body, step.name)) return body
    if (!isEmptyRecord(value)) around.archived.set(step.name, value)
    return rest
  }
  const made = step.do === 'map' ? mapped(value, step, context) : filled(value, step, context, around)
  if (JSON.stringify(made) === JSON.stringify(value)) return body
  if (!isEmptyRecord(value)) around.archived.set(step.name, value)
  return made === undefined || made === null ? rest : { ...body, [step.name]: made }
}

function filled(
  value: unknown,
  step: DefaultStep,
  context: MigrationContext,
  { isDraft, whole }: Around,
): unknown {
  if (isDraft) return value
  if (isEmptyRecord(value)) return context.asks(step.in, step.name, whole) ? step.value : value
  return context.fits(step.in, step.name, value) ? value : step.value
}

function mapped(value: unknown, step: MapStep, context: MigrationContext): unknown {
  if (isEmptyRecord(value)) return value
  const one = (entry: unknown): unknown => {
    const key = typeof entry === 'string' ? entry : JSON.stringify(entry)
    return Object.hasOwn(step.values, key) ? step.values[key] : entry
  }
  const named = Array.isArray(value) ? value.map(one).filter((entry) => entry !== null) : one(value)
  const isNamed = !Array.isArray(value) && named !== value
  const made = isNamed ? named : converted(named, step)
  if (step.otherwise === undefined || made === null || context.fits(step.in, step.name, made)) return made
  return step.otherwise.value
}

const NUMBER = /-?\d+(?:\.\d+)?/

function converted(value: unknown, { as }: MapStep): unknown {
  switch (as) {
    case 'text':
      return Array.isArray(value) ? value.map(String).join('、') : String(value)
    case 'number': {
      const text = String(value).replaceAll(/[,，\s]/g, '')
      const found = NUMBER.exec(text)
      return found && found[0] === text ? Number(text) : value
    }
    case 'list':
      return Array.isArray(value) ? value : [value]
    case 'single':
      return Array.isArray(value) ? (value[0] ?? null) : value
    default:
      return value
  }
}

/**
 * Returns the reverse of migration steps, last one first, for records that were written after the migration. Only
 * renames are reversed, and none that merged two names, because merged names cannot be distinguished.
 *
 * @example
 * backwards([{ do: 'rename', what: 'type', in: '', from: 'need', to: 'demand' }], () => false)
 * // → [{ do: 'rename', what: 'type', in: '', from: 'demand', to: 'need' }]
 */
export function backwards(
  steps: readonly MigrationStep[],
  isMerged: (at: number) => boolean,
): MigrationStep[] {
  return steps
    .flatMap((step, at) =>
      step.do === 'rename' && !isMerged(at) ? [{ ...step, from: step.to, to: step.from }] : [],
    )
    .reverse()
}
