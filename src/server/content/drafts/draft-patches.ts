// Applies patches to a stored draft; accepts only patches that a form can make to the draft's data.
import { applyPatches, enablePatches, type Patch } from 'immer'

enablePatches()

type Data = Readonly<Record<string, unknown>>

/** Names that are no value's own. */
const NEVER: ReadonlySet<unknown> = new Set(['__proto__', 'constructor', 'prototype'])

/** One after another, each to what the ones before led to; null when one does not fit. */
export function applyDraftPatches(currentData: Data, patches: readonly Patch[]): Data | null {
  let data = currentData
  for (const patch of patches) {
    if (!fits(data, patch)) return null
    data = applyPatches(data, [patch])
  }
  return data
}

function fits(data: Data, { op, path, value }: Patch): boolean {
  const place = path.slice(0, -1)
  const last = path.at(-1)
  const holder = place.reduce<unknown>(getChild, data)
  if (Array.isArray(holder)) return fitsList(holder, op, last, value)
  return typeof holder === 'object' && holder !== null && last !== undefined && !NEVER.has(last)
}

function getChild(holder: unknown, name: string | number): unknown {
  if (Array.isArray(holder)) return typeof name === 'number' ? holder[name] : undefined
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined
  return (holder as Data)[name]
}

/** A list grows by a row at a time and shrinks by its length; it has no other names, and no gaps. */
function fitsList(rows: readonly unknown[], op: Patch['op'], last: unknown, value: unknown): boolean {
  if (last === 'length') return op === 'replace' && isIndex(value, rows.length)
  return isIndex(last, op === 'add' ? rows.length : rows.length - 1)
}

function isIndex(value: unknown, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
}
