// Plans the renaming of a thing in all files: runs the checker and repairs what it finds, round after round, until it
// finds no more.
import { findNodeAtLocation, findNodeAtOffset, type Node } from 'jsonc-parser'
import { STATE_DICTIONARY } from '#config/compile/dictionaries/check-state-titles.ts'
import { parseDocument, treeOf } from '#config/load/document.ts'
import type { Problem } from '#config/load/problem.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { fileOf, findDefinition, type RenameTarget } from './rename-target.ts'

export interface Edit {
  readonly file: string
  readonly line: number
  /** The line before and after. */
  readonly before: string
  readonly after: string
}

export interface Plan {
  /** Texts by path as they would be; null for a file that moves away. */
  readonly files: ReadonlyMap<string, string | null>
  readonly edits: readonly Edit[]
  /** The remaining problems, which people have to repair. */
  readonly left: readonly Problem[]
  /** As the files would be; absent where problems remain. */
  readonly model?: Model
}

type Place = Pick<Problem, 'file' | 'line' | 'column'>

const MAX_ROUNDS = 40

/** Null where there is no such thing. `files` are sound; none of them is changed. */
export function planRename(files: ReadonlyMap<string, string>, thing: RenameTarget, to: string): Plan | null {
  const definition = findDefinition(files, thing)
  if (!definition) return null
  // With what it has from the program, where the portal has a folder of its own.
  const texts = Object.assign(new Map(files), files)
  const edits: Edit[] = []
  const change = (file: string, node: Node): boolean => {
    const text = texts.get(file) ?? ''
    const raw = text.slice(node.offset, node.offset + node.length)
    const made = replaced(raw, thing, to)
    if (made === raw) return false
    const next = text.slice(0, node.offset) + made + text.slice(node.offset + node.length)
    texts.set(file, next)
    edits.push(toEdit(file, node.offset, text, next))
    return true
  }
  const next = fileOf({ kind: thing.kind, name: to })
  if (next) moveFile(texts, definition.file, next, edits)
  else {
    const { root } = treeOf(texts.get(definition.file) ?? '')
    const node = root && findNodeAtLocation(root, [...definition.path])
    const token = definition.isValue ? node : node?.parent?.children?.[0]
    if (!token || !change(definition.file, token)) return null
    if (thing.kind === 'state') nameState(texts, thing.name, to, edits)
  }
  for (let round = 0; ; round += 1) {
    const result = checkConfiguration(texts)
    const problems = result.ok ? [] : result.problems.filter(({ severity }) => severity === 'error')
    if (problems.length === 0 || round === MAX_ROUNDS)
      return { ...toPlan(files, texts, edits, problems), ...(result.ok ? { model: result.model } : {}) }
    const isChanged = placesOf(problems)
      .filter(({ file }) => texts.has(file))
      .map((place) => changeAt(texts.get(place.file) ?? '', place, thing, change))
      .includes(true)
    if (!isChanged) return toPlan(files, texts, edits, problems)
  }
}

/** Each once, from the end, so that what is changed moves nothing that is still to be changed. */
function placesOf(problems: readonly Problem[]): readonly Place[] {
  const places: readonly Place[] = problems.flatMap((problem) => [problem, ...(problem.also ?? [])])
  const once = new Map(places.map((place) => [`${place.file}:${place.line}:${place.column}`, place]))
  return [...once.values()].sort((a, b) => b.line - a.line || b.column - a.column)
}

function toPlan(
  files: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
  edits: readonly Edit[],
  left: readonly Problem[],
): Plan {
  const changed = [...new Set([...files.keys(), ...texts.keys()])].filter(
    (path) => files.get(path) !== texts.get(path),
  )
  return { files: new Map(changed.map((path) => [path, texts.get(path) ?? null])), edits, left }
}

/** The word there, or where the place holds more than one, those within that are the name and nothing else. */
function changeAt(
  text: string,
  { file, line, column }: Place,
  thing: RenameTarget,
  change: (file: string, node: Node) => boolean,
): boolean {
  const { root, lineStarts } = treeOf(text)
  const offset = (lineStarts[line - 1] ?? 0) + column - 1
  const found = root && findNodeAtOffset(root, offset, true)
  if (!found) return false
  if (found.type === 'string' && change(file, found)) return true
  // A key whose value is meant, or a value whose key is.
  const property = found.parent?.type === 'property' ? found.parent : undefined
  const value = property?.children?.[1]
  const within = found.type === 'string' && value && value !== found ? value : found
  const names = namesIn(within, thing.name).sort((a, b) => b.offset - a.offset)
  return names.map((node) => change(file, node)).includes(true)
}

function namesIn(node: Node, name: string): Node[] {
  if (node.type === 'string') return node.value === name ? [node] : []
  return (node.children ?? []).flatMap((child) => namesIn(child, name))
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Of a string as it is written, with its quotes: the name alone, in a placeholder, behind a sign or a dot. */
function replaced(raw: string, { kind, name }: RenameTarget, to: string): string {
  if (raw === JSON.stringify(name)) return JSON.stringify(to)
  if (kind === 'code' || kind === 'page') return raw
  if (kind === 'path') return raw.startsWith(`"${name}?`) ? raw.replace(name, to) : raw
  return raw.replaceAll(new RegExp(`(?<=["{.\\s,(-])${literal(name)}(?=["}.\\s,)])`, 'g'), to)
}

/** Maximum length of a line in the plan; longer ones, as in samples, are cut around the location. */
const SHOWN = 60

function toEdit(file: string, offset: number, before: string, after: string): Edit {
  const start = before.lastIndexOf('\n', offset - 1) + 1
  const line = before.slice(0, offset).split('\n').length
  const at = (text: string) => {
    const end = text.indexOf('\n', offset)
    const whole = text.slice(start, end < 0 ? undefined : end)
    const column = offset - start
    if (whole.length <= 2 * SHOWN) return whole.trim()
    return `…${whole.slice(Math.max(0, column - SHOWN), column + SHOWN)}…`
  }
  return { file, line, before: at(before), after: at(after) }
}

/** Moves a file whose path is its name, and adapts the relative path to the language's schemas. */
function moveFile(texts: Map<string, string>, old: string, next: string, edits: Edit[]): void {
  const text = texts.get(old) ?? ''
  const depth = (path: string) => '../'.repeat(path.split('/').length - 1)
  texts.delete(old)
  texts.set(next, text.replace(`"${depth(old)}schemas/`, `"${depth(next)}schemas/`))
  edits.push({ file: old, line: 1, before: old, after: next })
}

/** Other lifecycles may have a state of the old name, so the dictionary of all gets a second entry beside it. */
function nameState(texts: Map<string, string>, from: string, to: string, edits: Edit[]): void {
  const file = `schemas/dictionaries/${STATE_DICTIONARY}.json`
  const text = texts.get(file) ?? ''
  const { root } = treeOf(text)
  const { value } = parseDocument(file, text)
  const items = ((value as { readonly items?: unknown } | undefined)?.items ?? []) as readonly {
    readonly value?: unknown
  }[]
  const at = items.findIndex((item) => item.value === from)
  const node = root && findNodeAtLocation(root, ['items', at])
  if (!node || items.some((item) => item.value === to)) return
  const raw = text.slice(node.offset, node.offset + node.length)
  const indent = /[ \t]*$/.exec(text.slice(0, node.offset))?.[0] ?? ''
  const end = node.offset + node.length
  const next = `${text.slice(0, end)},\n${indent}${raw.replace(JSON.stringify(from), JSON.stringify(to))}${text.slice(end)}`
  texts.set(file, next)
  edits.push(toEdit(file, end + 2, text, next))
}
