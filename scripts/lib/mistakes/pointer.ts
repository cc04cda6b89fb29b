// Resolves JSON pointers in a JSON text: the value that a pointer refers to, and its lines.
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import type { Json } from './mistake.ts'

export type Path = (string | number)[]

/** The steps of a pointer into `root`; the last of them may be missing there. Null where a row is not there. */
export function pathOf(root: Json, pointer: string): Path | null {
  const path: Path = []
  let value: Json | undefined = root
  for (const step of pointer.split('/').slice(1)) {
    const key = stepOf(value, step.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (key === null) return null
    path.push(key)
    value = childOf(value, key)
  }
  return path
}

function stepOf(value: Json | undefined, step: string): string | number | null {
  if (!Array.isArray(value)) return step
  if (!step.startsWith('?')) return /^\d+$/.test(step) ? Number(step) : null
  const [key, wanted] = [step.slice(1, step.indexOf('=')), step.slice(step.indexOf('=') + 1)]
  const index = value.findIndex((row) => (key ? childOf(row, key) : row) === wanted)
  return index < 0 ? null : index
}

export function childOf(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)]
  return value !== null && typeof value === 'object' && Object.hasOwn(value, key) ? value[key] : undefined
}

export const valueAt = (root: Json, path: Path): Json | undefined =>
  path.reduce<Json | undefined>((value, key) => childOf(value, key), root)

export function nodeAt(text: string, path: Path): Node | undefined {
  const root = parseTree(text)
  return root && (path.length ? findNodeAtLocation(root, path) : root)
}

export interface Lines {
  readonly first: number
  readonly last: number
}

/** The lines of a value with its key; null where it is not there. */
export function linesOf(text: string, path: Path): Lines | null {
  const found = nodeAt(text, path)
  if (!found) return null
  const node = found.parent?.type === 'property' ? found.parent : found
  return { first: lineAt(text, node.offset), last: lineAt(text, node.offset + node.length) }
}

/** Counts from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
