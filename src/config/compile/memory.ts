// Owns what is remembered from one check to the next, so that a saved page costs the compilation of that page.
// Files that did not change are the same documents; what was made of the same documents, and reported nothing, is made
// again by marking what it marked.
import type { Page } from '../../shared/page-model.ts'
import type { Context, Noted } from '../context.ts'
import type { Document } from '../document.ts'
import type { PageFiles } from '../page-reads.ts'
import type { Ground } from './ground.ts'

interface Memory {
  /** All files but those of pages and zones. */
  readonly files: readonly Document[]
  /** Names of pages and zones. */
  readonly names: string
  readonly ground: Noted<Ground>
  readonly dictionaries: ReadonlyMap<string, Document>
  /** What pages know of one another; those below were made under it. */
  heads: string
  pages: WeakMap<Document, Noted<Page | null>>
}

/** Of the latest configuration without a fault in what pages stand on. */
let memory: Memory | undefined

const isPage = (kind: string): boolean => kind === 'page' || kind === 'zone'

function filesOf({ documents }: Context): Document[] {
  return [...documents].flatMap(([kind, byId]) => (isPage(kind) ? [] : [...byId.values()]))
}

function namesOf({ documents }: Context): string {
  return JSON.stringify(
    [...documents].flatMap(([kind, byId]) => (isPage(kind) ? [kind, ...byId.keys()] : [])),
  )
}

function isSame(one: readonly Document[], other: readonly Document[]): boolean {
  return one.length === other.length && one.every((document, index) => document === other[index])
}

/** Whether the files of pages that were read say what they said; of a reader of all of them nobody knows. */
function isAsRead({ documents }: Context, read: PageFiles | null): boolean {
  return (
    read !== null &&
    [...read].every(([kind, byId]) =>
      [...byId].every(([id, document]) => documents.get(kind)?.get(id) === document),
    )
  )
}

/** What pages stand on, made anew where a file says something else. */
export function rememberGround(context: Context, make: () => Ground): Ground {
  if (!context.isSound) return make()
  const files = filesOf(context)
  const names = namesOf(context)
  if (
    memory &&
    memory.names === names &&
    isSame(memory.files, files) &&
    isAsRead(context, memory.ground.read)
  ) {
    const { made, marks } = memory.ground
    context.roles = made.roles
    context.documents.set('dictionary', new Map(memory.dictionaries))
    context.mark(marks)
    return made
  }
  const ground = context.noting(make)
  if (ground.isClean)
    memory = { files, names, ground, dictionaries: context.of('dictionary'), heads: '', pages: new WeakMap() }
  return ground.made
}

/** One page upon that ground; `heads` is what pages know of one another. */
export function rememberPage(
  { context, ground, heads }: { readonly context: Context; readonly ground: Ground; readonly heads: string },
  document: Document,
  make: () => Page | null,
): Page | null {
  if (memory?.ground.made !== ground) return make()
  if (memory.heads !== heads) {
    memory.heads = heads
    memory.pages = new WeakMap()
  }
  const known = memory.pages.get(document)
  if (known && isAsRead(context, known.read)) {
    context.mark(known.marks)
    return known.made
  }
  const page = context.noting(make)
  if (page.isClean) memory.pages.set(document, page)
  return page.made
}
