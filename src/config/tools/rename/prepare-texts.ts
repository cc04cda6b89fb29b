// Prepares the files for a renaming: moves the file that bears the name, and adds the lines that the new name needs.
import { findNodeAtLocation } from 'jsonc-parser'
import { STATE_DICTIONARY } from '#config/compile/dictionaries/check-state-titles.ts'
import { parseDocument, treeOf } from '#config/load/document.ts'
import type { Site } from './rename-sites.ts'
import type { Definition, RenameTarget } from './rename-target.ts'

interface Prepared {
  /** All files, still with the old name. */
  readonly texts: Map<string, string>
  /** Where the new name is to be written in any case: the definition first, if it is no file. */
  readonly written: readonly Site[]
}

/** `moved` is the next path of a file that is called as the thing is. */
export function prepareTexts(
  files: ReadonlyMap<string, string>,
  { kind, in: holder, name }: RenameTarget,
  { file, path, isValue }: Definition,
  moved: string | undefined,
): Prepared {
  // With what it has from the program, where the portal has a folder of its own.
  const texts: Map<string, string> = Object.assign(new Map(files), files)
  if (moved) {
    moveFile(texts, file, moved)
    return { texts, written: [] }
  }
  const added =
    kind === 'state'
      ? repeatState(texts, name)
      : kind === 'field'
        ? [...nameHeading(texts, file, name), ...parametersOf(texts, holder, name)]
        : []
  const { root } = treeOf(texts.get(file) ?? '')
  const node = root && findNodeAtLocation(root, [...path])
  const token = isValue ? node : node?.parent?.children?.[0]
  return { texts, written: token ? [{ file, offset: token.offset + 1 }, ...added] : added }
}

/** Moves a file whose path is its name, and adapts the relative path to the language's schemas. */
function moveFile(texts: Map<string, string>, old: string, next: string): void {
  const text = texts.get(old) ?? ''
  const depth = (path: string) => '../'.repeat(path.split('/').length - 1)
  texts.delete(old)
  texts.set(next, text.replace(`"${depth(old)}schemas/`, `"${depth(next)}schemas/`))
}

/** Other lifecycles may have a state of the old name, so the dictionary of all gets a second entry beside it. */
function repeatState(texts: Map<string, string>, name: string): readonly Site[] {
  const file = `schemas/dictionaries/${STATE_DICTIONARY}.json`
  const text = texts.get(file) ?? ''
  const { root } = treeOf(text)
  const { value } = parseDocument(file, text)
  const items = ((value as { readonly items?: unknown } | undefined)?.items ?? []) as readonly {
    readonly value?: unknown
  }[]
  const at = items.findIndex((item) => item.value === name)
  const node = root && findNodeAtLocation(root, ['items', at])
  if (!node) return []
  const end = node.offset + node.length
  const raw = text.slice(node.offset, end)
  const before = `,\n${indentAt(text, node.offset)}`
  texts.set(file, `${text.slice(0, end)}${before}${raw}${text.slice(end)}`)
  return [{ file, offset: end + before.length + raw.indexOf(JSON.stringify(name)) + 1 }]
}

/** The heading of a type is its field `title`, unless it names another: it does so where `title` is renamed. */
function nameHeading(texts: Map<string, string>, file: string, name: string): readonly Site[] {
  const text = texts.get(file) ?? ''
  const { root } = treeOf(text)
  const isNamed = !file.startsWith('schemas/content/') || !root || findNodeAtLocation(root, ['heading'])
  const fields = name === 'title' && root ? findNodeAtLocation(root, ['fields'])?.parent : undefined
  if (isNamed || !fields) return []
  const { offset } = fields
  const before = '"heading": "'
  texts.set(
    file,
    `${text.slice(0, offset)}${before}${name}",\n${indentAt(text, offset)}${text.slice(offset)}`,
  )
  return [{ file, offset: offset + before.length }]
}

const indentAt = (text: string, offset: number): string => /[ \t]*$/.exec(text.slice(0, offset))?.[0] ?? ''

/** Parameters of the pages of a form that fill in the field: they bear its name. */
function parametersOf(texts: ReadonlyMap<string, string>, form: string, name: string): readonly Site[] {
  return [...texts].flatMap(([file, text]) => {
    if (!file.startsWith('pages-config/') || !text.includes(JSON.stringify(form))) return []
    const { value } = parseDocument(file, text)
    const { root } = treeOf(text)
    const key = root && findNodeAtLocation(root, ['params', name])?.parent?.children?.[0]
    return (value as { readonly form?: unknown } | undefined)?.form === form && key
      ? [{ file, offset: key.offset + 1 }]
      : []
  })
}
