// Finds the change that would mend a finding, where the check knows what was meant.
import { findNodeAtLocation, getNodeValue, type JSONPath, parseTree } from 'jsonc-parser'
import { toPointer } from '#config/load/layer/json-path.ts'
import type { Problem } from '#config/load/problem.ts'

export type Path = JSONPath

export interface Mend {
  /** What it would say then. */
  readonly label: string
  /** A JSON Patch of the file, its values as JSON texts. */
  readonly patch: readonly { readonly op: 'add' | 'replace'; readonly path: string; readonly value: string }[]
}

/** A finding about a key that is not there stands at the object around it. */
export const isKeyMissing = ({ slug, expected }: Problem): boolean =>
  slug === 'key_missing' && expected !== undefined && /^\$?\w+$/.test(expected)

/** Findings whose `expected` is what to write instead of `found`. */
const LITERAL: ReadonlySet<string> = new Set([
  'schema_reference',
  'site_sign',
  'demo_form',
  'button_call',
  'button_step',
])
const isLiteral = ({ slug }: Problem): boolean => LITERAL.has(slug) || slug.startsWith('word')

const change = (op: 'add' | 'replace', path: Path, value: unknown, label: unknown): Mend => ({
  label: typeof label === 'string' ? label : JSON.stringify(label),
  patch: [{ op, path: toPointer(path), value: JSON.stringify(value) }],
})

/**
 * The suggestion of a finding as a patch of the file that it stands in, at the path of the finding; undefined where it
 * suggests nothing that could be written as it is.
 *
 * @example
 * toMend('{ "page": "hom" }', ['page'], problem) // → { label: 'home', patch: [{ op: 'replace', path: '/page', value: '"home"' }] }
 */
export function toMend(text: string, path: Path, problem: Problem): Mend | undefined {
  const tree = parseTree(text)
  if (!tree) return undefined
  const { found, nearest, expected, only, slug } = problem
  if (isKeyMissing(problem))
    return only === undefined ? undefined : change('add', [...path, expected ?? ''], only, only)
  if (only !== undefined) return change('replace', path, only, only)
  const right = nearest ?? (isLiteral(problem) ? expected : undefined)
  if (right === undefined || found === undefined) return undefined
  const node = findNodeAtLocation(tree, path)
  const value: unknown = node && getNodeValue(node)
  if (slug === 'key_unknown' && path.at(-1) === found) {
    const parent = findNodeAtLocation(tree, path.slice(0, -1))
    const entries = Object.entries((parent ? getNodeValue(parent) : {}) as object)
    if (entries.some(([key]) => key === right)) return undefined
    const renamed = Object.fromEntries(entries.map(([key, one]) => [key === found ? right : key, one]))
    return change('replace', path.slice(0, -1), renamed, right)
  }
  if (typeof value !== 'string' || value.split(found).length !== 2) return undefined
  return change(
    'replace',
    path,
    value.replace(found, () => right),
    right,
  )
}
