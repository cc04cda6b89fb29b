// Builds the tree of a parameter family from its files, and generates the dictionaries of its levels.

import { given } from '#config/compile/common/given.ts'
import type {
  WrittenDictionary,
  WrittenParameterFamily,
  WrittenParameterSet,
} from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import type { DictionaryItem } from '#shared/model/content-model.ts'
import { levelsOf, reportMisplacedSets } from './check-set-parents.ts'

type SetDocument = Document<WrittenParameterSet>
type Sets = ReadonlyMap<string, SetDocument>

export interface Branch {
  readonly id: string
  readonly document: Document
  readonly written: WrittenParameterSet
  readonly level: number
}

export interface ParameterTree {
  readonly name: string
  readonly document: Document
  readonly written: WrittenParameterFamily
  /** Each category before what is below it. */
  readonly branches: readonly Branch[]
}

/** The trees of all families. Answers the documents of the dictionaries, which stand beside those that are written. */
export function readTrees(context: Context): {
  readonly trees: readonly ParameterTree[]
  readonly made: Document[]
} {
  const made: Document[] = []
  const trees = [...context.of('family')].map(([name, document]) =>
    readTree(new Place(context, document), name),
  )
  const dictionaries = new Map(context.of('dictionary'))
  for (const tree of trees)
    for (const [level, { dictionary, title }] of tree.written.levels.entries()) {
      const written = dictionaries.get(dictionary)
      if (written)
        new Place(context, written.isMade ? tree.document : written).report('dictionary_twice', {
          dictionary,
          tree,
        })
      const document = toDocument(context, tree, level, dictionary, title)
      dictionaries.set(dictionary, document)
      made.push(document)
      context.used.add(`dictionary:${dictionary}`)
    }
  context.documents.set('dictionary', dictionaries)
  for (const [id, document] of context.of('set'))
    if (!context.of('family').has(folderOf(id)) && !context.isInvalid('family', folderOf(id)))
      new Place(context, document).report('family_unknown', {
        found: folderOf(id),
        known: context.of('family').keys(),
      })
  return { trees, made }
}

const folderOf = (id: string): string => id.slice(0, id.indexOf('/'))

function readTree(here: Place<WrittenParameterFamily>, name: string): ParameterTree {
  const sets = new Map(
    [...here.context.of('set')].flatMap(([id, set]) =>
      folderOf(id) === name ? [[id.slice(name.length + 1), set] as const] : [],
    ),
  )
  const written = here.document.value
  const levels = levelsOf(sets, written.levels.length - 1)
  const isReported = reportMisplacedSets(here.context, name, sets, levels)
  if (isReported) return { name, document: here.document, written, branches: placedByLevel(sets, levels) }
  const below = new Map<string | undefined, string[]>()
  for (const [id, set] of sets) {
    const { parent } = set.value
    if (parent !== undefined && !sets.has(parent)) continue
    below.set(parent, [...(below.get(parent) ?? []), id])
  }
  const branches: Branch[] = []
  const place = (parent: string | undefined, level: number): void => {
    for (const id of (below.get(parent) ?? []).sort(byOrder(sets))) {
      const set = sets.get(id) as SetDocument // it was found there
      branches.push({ id, document: set, written: set.value, level })
      place(id, level + 1)
    }
  }
  place(undefined, 0)
  reportCycles(here.context, sets, branches)
  for (const branch of branches)
    checkLevel(new Place(here.context, branch.document), written.levels.length, branch)
  return { name, document: here.document, written, branches }
}

/**
 * Lists each category before its children, wherever its parent places it, so that references to misplaced categories
 * are not reported.
 */
function placedByLevel(sets: Sets, levels: ReadonlyMap<string, number>): Branch[] {
  return [...sets]
    .map(([id, document]) => ({ id, document, written: document.value, level: levels.get(id) ?? 0 }))
    .sort((one, other) => one.level - other.level)
}

function byOrder(sets: Sets): (a: string, b: string) => number {
  const orderOf = (id: string) => sets.get(id)?.value.order ?? Number.POSITIVE_INFINITY
  return (a, b) => {
    const [first, second] = [orderOf(a), orderOf(b)]
    return first === second ? (a < b ? -1 : 1) : first - second
  }
}

/** Reports categories that are their own ancestors; no top-level category leads to them. */
function reportCycles(context: Context, sets: Sets, branches: readonly Branch[]): void {
  const reached = new Set(branches.map(({ id }) => id))
  for (const [id, document] of sets) {
    const chain = new Set<string>()
    for (let at = id; !reached.has(at) && sets.has(at); ) {
      if (chain.has(at)) {
        new Place(context, document, ['parent']).report('set_ring.chain', {
          ring: [...chain, at].join(' → '),
        })
        break
      }
      chain.add(at)
      at = sets.get(at)?.value.parent ?? ''
    }
  }
}

function checkLevel(here: Place, levels: number, { id, written, level }: Branch): void {
  if (level >= levels) here.at('parent').report('set_level', { id, level: level + 1, levels })
  else if (level < levels - 1 && written.groups) here.at('groups').report('set_groups', { key: true, id })
  else if (level === levels - 1 && !written.groups)
    here.report('key_missing.groups', { expected: 'groups', id })
}

/**
 * Guesses the level of an invalid category from the readable part of its file; undefined where that does not tell.
 */
function guessInvalidSetLevel(
  context: Context,
  { branches, written }: ParameterTree,
  id: string,
): number | undefined {
  const declared = (context.understood('set', id)?.value ?? {}) as Partial<WrittenParameterSet>
  const above = branches.find((branch) => branch.id === declared.parent)
  if (above) return above.level + 1
  return declared.groups === undefined ? undefined : written.levels.length - 1
}

/** Builds the dictionary of a level. Invalid categories remain in it, so that references to them are not reported. */
function toDocument(
  context: Context,
  tree: ParameterTree,
  level: number,
  name: string,
  title: string,
): Document<WrittenDictionary> {
  const items: (WrittenDictionary['items'][number] & Pick<DictionaryItem, 'parent' | 'measure'>)[] =
    tree.branches
      .filter((branch) => branch.level === level)
      .map(({ id, written: { title: label, parent, measure } }) => ({
        value: id,
        label,
        ...given({ parent, measure }),
      }))
  for (const id of context.invalidIds('set'))
    if (folderOf(id) === tree.name && (guessInvalidSetLevel(context, tree, id) ?? level) === level)
      items.push({ value: id.slice(tree.name.length + 1), label: id })
  const path = `schemas/dictionaries/${name}.json`
  return { path, text: '', value: { title, items }, problems: [], isMade: true }
}
