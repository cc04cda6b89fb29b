// Finds the places in which a name is written, and writes another name into those that are chosen.
import { findNodeAtOffset, type Node } from 'jsonc-parser'
import { treeOf } from '#config/load/document.ts'
import type { SourceLocation } from '#config/load/problem.ts'
import type { RenameTarget } from './rename-target.ts'

export interface Edit {
  readonly file: string
  readonly line: number
  /** The line before and after. */
  readonly before: string
  readonly after: string
}

/** The offset of the name in the text of the file before the renaming. */
export interface Site {
  readonly file: string
  readonly offset: number
}

/** Maximum length of a line in the plan; longer ones, as in samples, are cut around the location. */
const MAX_SHOWN = 60

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Matches the name in a string as it is written, with its quotes. */
function patternOf({ kind, name }: Pick<RenameTarget, 'kind' | 'name'>): RegExp {
  const written = literal(JSON.stringify(name).slice(1, -1))
  if (kind === 'code' || kind === 'page') return new RegExp(`(?<=^")${written}(?="$)`, 'g')
  if (kind === 'path') return new RegExp(`(?<=^")${written}(?="$|\\?)`, 'g')
  // Alone, in a placeholder or an expression; not as a part of an address, nor of a longer name.
  return new RegExp(`(?<![\\w$/])${written}(?!\\w)(?:(?!/)|(?<=\\.${written}))`, 'g')
}

/**
 * The texts of a configuration in which the name is replaced at chosen sites. Lines stay as they are, columns may
 * shift.
 */
export class RenameSites {
  readonly #base: ReadonlyMap<string, string>
  readonly #name: string
  readonly #pattern: RegExp
  readonly #chosen = new Map<string, Set<number>>()

  constructor(base: ReadonlyMap<string, string>, thing: Pick<RenameTarget, 'kind' | 'name'>) {
    this.#base = base
    this.#name = JSON.stringify(thing.name).slice(1, -1)
    this.#pattern = patternOf(thing)
  }

  has({ file, offset }: Site): boolean {
    return this.#chosen.get(file)?.has(offset) ?? false
  }

  choose({ file, offset }: Site, isChosen = true): void {
    const chosen = this.#chosen.get(file) ?? new Set()
    this.#chosen.set(file, chosen)
    if (isChosen) chosen.add(offset)
    else chosen.delete(offset)
  }

  #sorted(file: string): readonly number[] {
    return [...(this.#chosen.get(file) ?? [])].sort((a, b) => a - b)
  }

  /** The files with `to` at the chosen sites; everything else that the map of files bears stays with it. */
  render(to: string): Map<string, string> {
    const written = JSON.stringify(to).slice(1, -1)
    const texts: Map<string, string> = Object.assign(new Map(this.#base), this.#base)
    for (const file of this.#chosen.keys()) {
      let text = ''
      let end = 0
      for (const offset of this.#sorted(file)) {
        text += (this.#base.get(file) ?? '').slice(end, offset) + written
        end = offset + this.#name.length
      }
      texts.set(file, text + (this.#base.get(file) ?? '').slice(end))
    }
    return texts
  }

  /** One for each line that differs, that of the site `first` before the others. */
  editsOf(texts: ReadonlyMap<string, string>, first?: Site): Edit[] {
    const line = first && (this.#base.get(first.file) ?? '').slice(0, first.offset).split('\n').length
    const isFirst = (edit: Edit) => edit.file === first?.file && edit.line === line
    const edits = this.#lineEdits(texts)
    return [...edits.filter(isFirst), ...edits.filter((edit) => !isFirst(edit))]
  }

  #lineEdits(texts: ReadonlyMap<string, string>): Edit[] {
    return [...this.#chosen.keys()].flatMap((file) => {
      const before = this.#base.get(file) ?? ''
      const after = (texts.get(file) ?? '').split('\n')
      const { lineStarts } = treeOf(before)
      const lines = before.split('\n')
      return lines.flatMap((line, index) => {
        const next = after[index] ?? ''
        if (line === next) return []
        const start = lineStarts[index] ?? 0
        const site = this.#sorted(file).find((offset) => offset >= start) ?? start
        return { file, line: index + 1, before: cut(line, site - start), after: cut(next, site - start) }
      })
    })
  }

  /** The node of the text before the renaming that a finding in the rendered text means. */
  #nodeAt({ file, line, column }: SourceLocation, to: string): Node | undefined {
    const text = this.#base.get(file)
    if (text === undefined) return undefined
    const { root, lineStarts } = treeOf(text)
    const start = lineStarts[line - 1] ?? 0
    let offset = start + column - 1
    const longer = JSON.stringify(to).slice(1, -1).length - this.#name.length
    for (const site of this.#sorted(file)) if (site >= start && site < offset) offset -= longer
    return root && findNodeAtOffset(root, Math.max(offset, start), true)
  }

  #within(file: string, node: Node): Site[] {
    if (node.type !== 'string') return (node.children ?? []).flatMap((child) => this.#within(file, child))
    const raw = (this.#base.get(file) ?? '').slice(node.offset, node.offset + node.length)
    return [...raw.matchAll(this.#pattern)].map(({ index }) => ({ file, offset: node.offset + index }))
  }

  /** All of a file. */
  sitesIn(file: string): readonly Site[] {
    const { root } = treeOf(this.#base.get(file) ?? '')
    return root ? this.#within(file, root) : []
  }

  /**
   * The sites that a finding may mean, the likeliest first: the string there; its key, or the value of that key; what
   * stands in the object around it.
   */
  near(location: SourceLocation, to: string): readonly (readonly Site[])[] {
    const node = this.#nodeAt(location, to)
    if (!node) return []
    const { file } = location
    const property = node.parent?.type === 'property' ? node.parent : undefined
    const [key, value] = property?.children ?? []
    return [
      node.type === 'string' ? this.#within(file, node) : [],
      key && key !== node ? this.#within(file, key) : [],
      this.#within(file, node.type === 'string' && value ? value : node),
      this.#within(file, property?.parent ?? node.parent ?? node),
    ]
  }
}

function cut(line: string, column: number): string {
  if (line.length <= 2 * MAX_SHOWN) return line.trim()
  return `…${line.slice(Math.max(0, column - MAX_SHOWN), column + MAX_SHOWN)}…`
}
