// Caches the base model, which pages depend on: if only pages changed, none of it is compiled again.
import type { Context, Noted } from '#config/load/context.ts'
import { isSameList } from '#config/load/dependency-tracking.ts'
import type { Document } from '#config/load/document.ts'
import { withLatest } from '#config/load/incremental-cache.ts'
import type { BaseModel } from './compile-base-model.ts'

interface Whole {
  /** All files but those of pages and zones. */
  readonly files: readonly Document[]
  /** Names of pages and zones. */
  readonly names: string
  readonly baseModel: Noted<BaseModel>
  readonly dictionaries: ReadonlyMap<string, Document>
}

/** Base models of the latest configurations that had no errors in them. */
let cached: readonly Whole[] = []

const isOfPages = (kind: string): boolean => kind === 'page' || kind === 'zone'

/** Returns all files except pages and zones, on which nothing else depends. */
export function findNonPageFiles({ documents }: Context): Document[] {
  return [...documents].flatMap(([kind, byId]) => (isOfPages(kind) ? [] : [...byId.values()]))
}

function namesOf({ documents }: Context): string {
  return JSON.stringify(
    [...documents].flatMap(([kind, byId]) => (isOfPages(kind) ? [kind, ...byId.keys()] : [])),
  )
}

/** Returns the base model, compiled anew only if one of its files changed. */
export function getCachedBaseModel(context: Context, make: () => BaseModel): BaseModel {
  if (!context.isValid || !context.remembers) return make()
  const files = findNonPageFiles(context)
  const names = namesOf(context)
  const whole = cached.find(
    (one) =>
      one.names === names && isSameList(one.files, files) && context.isAsRead(one.baseModel.reads, isOfPages),
  )
  if (whole) {
    const { made, marks } = whole.baseModel
    cached = withLatest(cached, whole)
    context.roles = made.roles
    context.documents.set('dictionary', new Map(whole.dictionaries))
    context.mark(marks)
    return made
  }
  const baseModel = context.noting(make)
  if (baseModel.isClean)
    cached = withLatest(cached, { files, names, baseModel, dictionaries: context.of('dictionary') })
  return baseModel.made
}
