// Compares JSON values by path: finds corresponding entries of lists by their key.
import { isDeepStrictEqual } from 'node:util'
import type { Path } from '#config/load/document.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Properties that name an entry of a list, the surest first. */
const KEYS = ['value', 'id', 'key', 'name', 'field', 'url', 'path', 'action', 'page', 'title'] as const

export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other)

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type KeyOf = (entry: unknown) => string

/**
 * Returns what names the entries of the lists: a property that all of them have and that is unique in each list, or the
 * entries themselves where all are plain; undefined where nothing does.
 *
 * @example
 * findKey([[{ value: '1', label: '晴' }], [{ value: '1', label: '雨' }]])?.({ value: '1' }) // → '"1"'
 */
export function findKey(lists: readonly (readonly unknown[])[]): KeyOf | undefined {
  const candidates: KeyOf[] = lists.flat().every(isJsonObject)
    ? KEYS.map((name) => (entry) => toKey((entry as JsonObject)[name]))
    : [toKey]
  return candidates.find((keyOf) =>
    lists.every((list) => {
      const keys = list.map(keyOf)
      return !keys.includes('') && new Set(keys).size === keys.length
    }),
  )
}

/** Empty for what is no plain value. */
const toKey = (value: unknown): string =>
  value === undefined || value === null || typeof value === 'object' ? '' : JSON.stringify(value)

export const toPointer = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A difference between two values: the path in the later one, of what is removed in the earlier one. */
export interface JsonChange {
  readonly path: Path
  /** Undefined for what is added. */
  readonly before: unknown
  /** Undefined for what is removed. */
  readonly after: unknown
}

/**
 * Returns the differences, each at the deepest path that holds it. Entries of lists are compared by their key; a list in
 * another order is one difference, of keys.
 *
 * @example
 * findJsonChanges({ title: '级别' }, { title: '等级' }) // → [{ path: ['title'], before: '级别', after: '等级' }]
 */
export function findJsonChanges(before: unknown, after: unknown, path: Path = []): JsonChange[] {
  if (isSame(before, after)) return []
  if (isJsonObject(before) && isJsonObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      findJsonChanges(before[name], after[name], [...path, name]),
    )
  if (Array.isArray(before) && Array.isArray(after)) {
    const keyOf = findKey([before, after])
    if (keyOf) return findListChanges(before, after, keyOf, path)
    if (before.length === after.length)
      return after.flatMap((entry, index) => findJsonChanges(before[index], entry, [...path, index]))
  }
  return [{ path, before, after }]
}

function findListChanges(
  before: readonly unknown[],
  after: readonly unknown[],
  keyOf: KeyOf,
  path: Path,
): JsonChange[] {
  const earlier = new Map(before.map((entry, index) => [keyOf(entry), { entry, index }]))
  const later = new Set(after.map(keyOf))
  const common = (list: readonly unknown[]) =>
    list.map(keyOf).filter((key) => earlier.has(key) && later.has(key))
  const orders = [common(before), common(after)] as const
  return [
    ...before.flatMap((entry, index) =>
      later.has(keyOf(entry)) ? [] : [{ path: [...path, index], before: entry, after: undefined }],
    ),
    ...after.flatMap((entry, index) =>
      findJsonChanges(earlier.get(keyOf(entry))?.entry, entry, [...path, index]),
    ),
    ...(isSame(...orders) ? [] : [{ path, before: orders[0], after: orders[1] }]),
  ]
}
