// Compiles the source of a page of items, the type of its items, and the use of their category's parameters.

import { given } from '#config/compile/common/given.ts'
import { recordTypeOf } from '#config/compile/fields/record-type.ts'
import { answeredFields } from '#config/compile/links/check-answered-fields.ts'
import { checkSiblingType } from '#config/compile/links/check-matching-type.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import { checkReads, type READS } from '#config/compile/pages/parts/check-part-sources.ts'
import { checkReaders } from '#config/compile/pages/parts/check-source-readers.ts'
import type { WrittenComparePage, WrittenListPage, WrittenSource } from '#config/generated/written.ts'
import { placeAt } from '#config/load/place.ts'
import type { Audience } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Source } from '#shared/model/page-model.ts'
import type { ComparePage } from '#shared/model/pages/compare.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { parameterField } from '#shared/parameters/parameter-form.ts'

interface PageItems {
  readonly source: Source
  /** The page, with what its source holds as `item`. */
  readonly place: PageContext
  /** Absent where the items are records of an operation. */
  readonly type: ContentType | undefined
  readonly named: Pick<ContentType, 'badge' | 'picture'> & { readonly contentType?: string }
}

/** Null when the source could not be resolved (reported). */
export function itemsOfPage(
  around: PageContext,
  written: WrittenSource | undefined,
  reads: 'one' | 'many',
  access: readonly Audience[],
): PageItems | null {
  const { context, contentTypes, operations } = around.compilation
  const source = compileSource(around, ['source'], written)
  if (!source) return null
  const operation = operations.get(source.operation)
  const at = placeAt(around, ['source'])
  checkReads(at, operation, reads, operations)
  checkReaders(at, access, operation)
  const type = contentTypes.get(operation?.content?.type ?? '')
  const record = type ?? (operation ? recordTypeOf(context, operation) : undefined)
  const named = {
    ...(type ? { contentType: type.name } : {}),
    ...(type?.badge ? { badge: type.badge } : {}),
    ...(type?.picture ? { picture: type.picture } : {}),
  }
  return {
    source,
    type,
    named,
    place: { ...around, type, record, answers: answeredFields(operation, ['source']) },
  }
}

/** Compiles the filters by parameters: they are available where users can choose a category. */
export function narrowingOf(
  place: PageContext,
  type: ContentType | undefined,
  { filters = [], facets: written, views }: Pick<WrittenListPage, 'filters' | 'facets' | 'views'>,
): Pick<ListPage, 'parameters' | 'facets' | 'views'> {
  const field = parameterField(type?.fields ?? [])
  const isChosen = filters.some((one) => (typeof one === 'string' ? one : one.field) === field?.parameters.by)
  const facets = compileSource(place, ['facets'], written)
  checkAnswer(place, 'facets', 'facets', facets)
  checkSiblingType(place, ['facets'], type?.name, facets?.operation)
  return {
    ...(field && isChosen ? { parameters: { ...field.parameters, field: field.name } } : {}),
    ...given({ facets, views }),
  }
}

/** `place` knows what is compared, `around` only the page. */
export function compileCompareSources(
  around: PageContext,
  place: PageContext,
  written: Pick<WrittenComparePage, 'parameters' | 'stars' | 'candidates'>,
): Pick<ComparePage, 'parameters' | 'stars' | 'candidates'> {
  const parameters = compileSource(around, ['parameters'], written.parameters)
  const stars = compileSource(around, ['stars'], written.stars)
  const candidates = compileSource(place, ['candidates'], written.candidates)
  checkAnswer(around, 'parameters', 'compare', parameters)
  checkAnswer(around, 'stars', 'stars', stars)
  checkAnswer(around, 'candidates', 'many', candidates)
  for (const [key, source] of Object.entries({ parameters, stars, candidates }))
    checkSiblingType(around, [key], place.type?.name, source?.operation)
  return {
    ...given({ parameters, stars, candidates }),
  }
}

function checkAnswer(
  place: PageContext,
  key: string,
  wanted: keyof typeof READS,
  source: Source | null,
): void {
  const { operations } = place.compilation
  checkReads(placeAt(place, [key]), operations.get(source?.operation ?? ''), wanted, operations)
}
