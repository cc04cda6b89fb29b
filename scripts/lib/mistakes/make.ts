// Applies a mistake to a copy of the configuration.
import { applyEdits, modify } from 'jsonc-parser'
import type { Edit, Json, Mistake, Texts } from './mistake.ts'
import { childOf, type Lines, lineAt, linesOf, nodeAt, type Path, pathOf, valueAt } from './pointer.ts'

/** The location at which a finding counts: a folder or file without lines, or lines of a file. */
export interface Place {
  readonly file: string
  readonly lines?: Lines
}

export interface Made {
  readonly files: Map<string, string> & Pick<Texts, 'attached'>
  readonly places: readonly Place[]
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } }

/** Throws where an edit finds nothing to change: the configuration has moved on, and the mistake has to follow. */
export function makeMistake(mistake: Mistake, files: Texts): Made {
  const { attached } = files
  const changed = Object.assign(new Map(files), attached && { attached })
  const own = mistake.edits.map((edit) => applyEdit(mistake, edit, changed))
  const places = mistake.places.length ? mistake.places.map((place) => placeOf(place, changed)) : own
  return { files: changed, places: places.map((place) => place()) }
}

type Later = () => Place

function applyEdit(mistake: Mistake, edit: Edit, files: Map<string, string>): Later {
  const refuse = (why: string): never => {
    throw new Error(`${mistake.id}: ${edit.in ?? ''}${edit.at ? `#${edit.at}` : ''} ${why}`)
  }
  const take = (file: string): string => files.get(file) ?? refuse(`${file} is not there`)
  if (edit.remove !== undefined) {
    const file = edit.remove
    take(file)
    files.delete(file)
    return () => ({ file })
  }
  if (edit.copy !== undefined || edit.move !== undefined) {
    const from = edit.copy ?? edit.move ?? ''
    const file = edit.to ?? refuse('says not where to')
    if (files.has(file)) refuse(`${file} is there already`)
    files.set(file, take(from))
    if (edit.move !== undefined) files.delete(from)
    return () => ({ file })
  }
  const file = edit.in ?? refuse('names no file')
  if (edit.write !== undefined) {
    files.set(file, edit.write)
    return () => ({ file })
  }
  const text = take(file)
  if (edit.text) {
    const [from, to] = edit.text
    const start = text.indexOf(from)
    if (start < 0) refuse(`“${from}” is not there`)
    const next = text.slice(0, start) + to + text.slice(start + from.length)
    files.set(file, next)
    // A reader notices what is missing where the next word begins.
    const first = lineAt(next, start)
    const last = lineAt(next, start + to.length) + 1
    return () => ({ file, lines: { first, last } })
  }
  const { next, path } = changedText(edit, text, refuse)
  if (next === text) refuse('changes nothing')
  files.set(file, next)
  return () => {
    const lines = linesOf(files.get(file) ?? '', path)
    return lines ? { file, lines } : { file }
  }
}

function changedText(edit: Edit, text: string, refuse: (why: string) => never): { next: string; path: Path } {
  const root = JSON.parse(text) as Json
  const path = pathOf(root, edit.at ?? '') ?? refuse('is not there')
  const parent = valueAt(root, path.slice(0, -1))
  const there = childOf(parent, path.at(-1) ?? '')
  const write = (at: Path, value: unknown, insert = false) =>
    applyEdits(text, modify(text, at, value, insert ? { ...FORMAT, isArrayInsertion: true } : FORMAT))
  if (edit.drop) {
    if (there === undefined) refuse('is not there')
    return { next: write(path, undefined), path: path.slice(0, -1) }
  }
  if (edit.rename !== undefined) {
    const key = nodeAt(text, path)?.parent?.children?.[0] ?? refuse('is not there')
    const next = text.slice(0, key.offset) + JSON.stringify(edit.rename) + text.slice(key.offset + key.length)
    return { next, path: [...path.slice(0, -1), edit.rename] }
  }
  if (edit.append !== undefined) {
    if (!Array.isArray(there)) refuse('is no list')
    const at = [...path, (there as Json[]).length]
    return { next: write(at, edit.append, true), path: at }
  }
  if (edit.set === undefined) refuse('changes nothing')
  if (parent === undefined || parent === null || typeof parent !== 'object') refuse('is not there')
  return { next: write(path, edit.set), path }
}

function placeOf(place: string, files: Texts): Later {
  return () => {
    const [file = '', pointer] = place.split('#')
    const text = files.get(file)
    if (pointer === undefined || text === undefined) return { file }
    try {
      const path = pathOf(JSON.parse(text) as Json, pointer)
      const lines = path && linesOf(text, path)
      return lines ? { file, lines } : { file }
    } catch {
      return { file }
    }
  }
}
