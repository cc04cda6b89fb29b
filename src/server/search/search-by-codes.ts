// Filters search results by dictionary codes, whichever fields of the types hold them.
import { type RawBuilder, sql } from 'kysely'
import { quote, valueExpression } from '#server/content/fields/field-expression.ts'
import { type SearchedType, searchedTypes } from '#server/content/query/searched-types.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** A parameter of the search with a dictionary: what it narrows by. */
export interface CodeFacet {
  readonly name: string
  readonly title: string
  readonly labels: ReadonlyMap<string, string>
  /** SQL text: the codes of an item, as a list. */
  readonly codes: string
}

/** It has a dictionary too, and tabs of its own. */
const TYPE = 'type'

/** In the order in which the call declares them. */
export const codeFacets = perModel((model: Model): readonly CodeFacet[] => {
  const { params } = model.operations.find(({ id }) => id === 'search.site') ?? {}
  const properties = (params?.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const types = searchedTypes(model)
  return Object.entries(properties).flatMap(([name, { 'x-dict': dict, title }]) => {
    const dictionary = model.dictionaries.find((one) => one.name === dict)
    if (name === TYPE || !dictionary) return []
    const labels = new Map(dictionary.items.map(({ value, label }) => [value, label]))
    return [
      { name, title: String(title ?? dictionary.title), labels, codes: codesOf(types, dictionary.name) },
    ]
  })
})

function codesOf(types: readonly SearchedType[], dict: string): string {
  const cases = types.flatMap(({ type }) => {
    const fields = type.fields.filter((field) => field.dict === dict && field.visible === undefined)
    if (fields.length === 0) return []
    const lists = fields.map((field) => listOf(field, valueExpression(type, field) ?? 'null'))
    return [`when ${quote(type.name)} then ${lists.join(' || ')}`]
  })
  return cases.length === 0 ? `'[]'::jsonb` : `case type ${cases.join(' ')} else '[]'::jsonb end`
}

function listOf({ type }: Field, value: string): string {
  return type === 'dict-list'
    ? `case jsonb_typeof(${value}) when 'array' then ${value} else '[]'::jsonb end`
    : `jsonb_build_array(${value})`
}

const column = (facet: CodeFacet): string =>
  `found_in_${facet.name.toLowerCase().replace(/[^a-z0-9_]/g, '_')}`

/** Further columns of `found`, after a comma. */
export const codeFacts = (facets: readonly CodeFacet[]): string =>
  facets.map((facet) => `, ${facet.codes} as ${column(facet)}`).join('')

/** SQL that is true where a match has all chosen codes, except that of the facet that is being counted. */
export function hasCodes(
  facets: readonly CodeFacet[],
  chosen: Readonly<Record<string, string>>,
  except?: CodeFacet,
): RawBuilder<unknown>[] {
  return facets.flatMap((facet) => {
    const value = chosen[facet.name]
    return value === undefined || facet === except ? [] : [sql`${sql.raw(column(facet))} ? ${value}`]
  })
}

/** One object: how many matches each code has. */
export function codeCounts(facet: CodeFacet, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select jsonb_object_agg(code, many) from (
    select code, count(*)::int as many from found, jsonb_array_elements_text(${sql.raw(column(facet))}) code
    where code is not null and ${where} group by 1) by_code)`
}
