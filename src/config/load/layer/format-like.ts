// Writes a JSON value as a text that keeps the layout of an earlier text of the file.
import { applyEdits, modify } from 'jsonc-parser'
import type { Path } from '#config/load/document.ts'
import { isJsonObject, isSame } from './json-path.ts'

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } }

/** Undefined for a text that is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the value as JSON. Only what differs from `text` is written anew, so that two versions of a file differ in the
 * lines that were changed; with another order of properties the whole file is.
 *
 * @example
 * formatLike('{ "title": "级别",  "items": [ 1, 2 ] }', { title: '等级', items: [1, 2] })
 * // → '{ "title": "等级",  "items": [ 1, 2 ] }'
 */
export function formatLike(text: string, value: unknown): string {
  const before = readJson(text)
  const whole = `${JSON.stringify(value, null, 2)}\n`
  // A text that is no JSON was merged as a whole.
  if (typeof value === 'string') return value
  if (before === undefined) return whole
  const edited = changesOf(before, value, []).reduce(
    (edited, [path, next]) => applyEdits(edited, modify(edited, [...path], next, FORMAT)),
    text,
  )
  return JSON.stringify(readJson(edited)) === JSON.stringify(value) ? edited : whole
}

type Change = readonly [path: Path, value: unknown]

/** A list of another length is written anew. */
function changesOf(before: unknown, after: unknown, path: Path): Change[] {
  if (isSame(before, after)) return []
  if (isJsonObject(before) && isJsonObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      changesOf(before[name], after[name], [...path, name]),
    )
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return after.flatMap((entry, index) => changesOf(before[index], entry, [...path, index]))
  return [[path, after]]
}
