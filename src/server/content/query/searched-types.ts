// Lists the content types that the site search covers.

import { type RawBuilder, sql } from 'kysely'
import { arePublic, inStates } from '#server/content/fields/public-states.ts'
import { quote } from '#server/content/fields/quote.ts'
import { itemAddress } from '#shared/addresses/item-address.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

export interface SearchedType {
  readonly type: ContentType
  /** Address of an item, but for the id at its end. */
  readonly address: string
}

/** Types that everybody may list, with words to search for and a page to open. */
export const searchedTypes = perModel((model: Model): readonly SearchedType[] =>
  model.contentTypes.flatMap((type) => {
    const address = itemAddress(type, model.pages)
    return address !== undefined && isOpen(model, type) && type.fields.some(({ search }) => search)
      ? [{ type, address }]
      : []
  }),
)

function isOpen(model: Model, { name, lifecycle, disclosure }: ContentType): boolean {
  if (disclosure) return false // who finds it depends on who asks, and all share one answer
  const isListed = model.operations.some(
    ({ content, access }) => content?.type === name && content.action === 'list' && access.includes('anyone'),
  )
  return isListed && publicStates(lifecycle).length > 0
}

/** SQL condition for the items that the site search may find. */
export function searchCondition(types: readonly SearchedType[]): RawBuilder<unknown> {
  return sql.raw(arePublic(types.map(({ type }) => type)))
}

/** The same in parts, each of one state. */
export function searchConditions(types: readonly SearchedType[]): RawBuilder<unknown>[] {
  const states = new Set(types.flatMap(({ type }) => publicStates(type.lifecycle)))
  return [...states].map((state) => {
    const names = types.flatMap(({ type }) =>
      publicStates(type.lifecycle).includes(state) ? [quote(type.name)] : [],
    )
    return sql.raw(
      `${inStates([state])} and type ${names.length === 1 ? `= ${names[0]}` : `in (${names.join(', ')})`}`,
    )
  })
}
