// Compiles the use of category parameters on pages: lists that follow a chosen category, comparisons by parameters.

import { checkSiblingType } from '#config/compile/links/check-matching-type.ts'
import { compileSource, type PageContext } from '#config/compile/links/compile-context.ts'
import type { WrittenComparePage, WrittenListPage } from '#config/generated/written.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Source } from '#shared/model/page-model.ts'
import type { ComparePage } from '#shared/model/pages/compare.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { parameterField } from '#shared/parameters/parameter-form.ts'
import { checkReads, type READS } from './parts/check-part-sources.ts'

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
    ...(facets ? { facets } : {}),
    ...(views ? { views } : {}),
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
    ...(parameters ? { parameters } : {}),
    ...(stars ? { stars } : {}),
    ...(candidates ? { candidates } : {}),
  }
}

function checkAnswer(
  { compilation, document }: PageContext,
  key: string,
  wanted: keyof typeof READS,
  source: Source | null,
): void {
  const { context, operations } = compilation
  checkReads({ context, document, path: [key] }, operations.get(source?.operation ?? ''), wanted, operations)
}
