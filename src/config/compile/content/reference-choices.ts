// Compiles the choices of references: the list of each content type, with the fields that distinguish its items.
import type { ContentType } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** The options of the reference picker, by content type. */
export type ReferenceChoices = ReadonlyMap<string, RefChoice>

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
): ReferenceChoices {
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
