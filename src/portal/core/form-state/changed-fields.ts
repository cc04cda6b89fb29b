// Finds the answers that differ between two states of an item, and describes changes in lists and groups.
import type { Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'
import { changesBetween } from './answer-patches.ts'

type Row = Readonly<Record<string, unknown>>

export function changedNames(before: FormData, after: FormData): ReadonlySet<string> {
  return new Set(changesBetween(filled(before), filled(after)).map(({ path }) => String(path[0])))
}

/** Removes empty values: nothing, null and an empty list are the same to a reader. */
function filled(data: FormData): FormData {
  const isFilled = (value: unknown) =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(data).filter(([, value]) => isFilled(value)))
}

/**
 * Describes where inside a group or a list of rows something changed: `数量、单位`, `第 2 行：数量`, `新增第 3 行`. Returns nothing
 * for other values, which are read as a whole.
 */
export function describeInnerChanges(
  { schema }: Pick<Field, 'schema'>,
  before: unknown,
  after: unknown,
): readonly string[] {
  if (isRow(before) && isRow(after)) return [titlesOf(schema, before, after)].filter(Boolean)
  const rows = (schema.items as JsonSchema | undefined)?.properties ? (schema.items as JsonSchema) : undefined
  if (!rows || !isRows(before) || !isRows(after)) return []
  const from = countSame(before, after)
  const rest = Math.min(before.length, after.length) - from
  const until = Math.min(countSame(before.toReversed(), after.toReversed()), rest)
  const old = before.slice(from, before.length - until)
  const next = after.slice(from, after.length - until)
  return Array.from({ length: Math.max(old.length, next.length) }, (_, index) => {
    const [was, is] = [old[index], next[index]]
    const place = `第 ${from + index + 1} 行`
    if (!was) return `新增${place}`
    return is ? `${place}：${titlesOf(rows, was, is)}` : `删除原${place}`
  })
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRows(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.every(isRow)
}

/** Returns the number of equal rows at the start of both lists. */
function countSame(one: readonly Row[], other: readonly Row[]): number {
  const differing = one.findIndex((row, index) => {
    const counterpart = other[index]
    return !counterpart || changedNames(row, counterpart).size > 0
  })
  return differing < 0 ? one.length : differing
}

function titlesOf({ properties = {} }: JsonSchema, before: Row, after: Row): string {
  const changed = changedNames(before, after)
  const known = properties as Readonly<Record<string, JsonSchema>>
  return [...changed].map((name) => String(known[name]?.title ?? name)).join('、')
}
