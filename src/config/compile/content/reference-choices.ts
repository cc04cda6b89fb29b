// Owns what a reference may be chosen from: the list of each content type, with what tells its items apart.
import type { ContentType, Json, Operation } from '#shared/model/content-model.ts'

/** What the picker of references is given in its options, by content type. */
export type RefChoices = ReadonlyMap<string, RefChoice>

export interface RefChoice {
  readonly [name: string]: Json
  /** Of the list. */
  readonly path: string
}

const TELLING = new Set(['dict', 'ref'])
const MAX_TELLING = 2

export function buildRefChoices(
  types: readonly ContentType[],
  operations: ReadonlyMap<string, Operation>,
): RefChoices {
  return new Map(
    types.flatMap((type): [string, RefChoice][] => {
      const list = operations.get(type.operations.list ?? '')
      if (!list) return []
      const meta = type.fields
        .filter((field) => field.filter && !field.visible && TELLING.has(field.type))
        .slice(0, MAX_TELLING)
        .map(({ name, dict }) => ({ name, ...(dict ? { dict } : {}) }))
      const { longitude, latitude, within } = type.map ?? {}
      const place = within && longitude && latitude ? { place: [longitude, latitude] } : {}
      return [[type.name, { path: list.path, title: type.title, heading: type.heading, meta, ...place }]]
    }),
  )
}
