// Compiles the source of a page of items, the type of its items, and the use of their category's parameters.

import { given } from '#config/compile/common/given.ts'
import { recordTypeOf } from '#config/compile/fields/record-type.ts'
import { answeredFields } from '#config/compile/links/check-answered-fields.ts'
import { checkSiblingType } from '#config/compile/links/check-matching-type.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import { checkReads, type READS } from '#config/compile/pages/parts/check-part-sources.ts'
import { checkReaders } from '#config/compile/pages/parts/check-source-readers.ts'
import type { WrittenComparePage, WrittenListPage, WrittenSource } from '#config/generated/written.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Source } from '#shared/model/page-model.ts'
import type { ComparePage } from '#shared/model/pages/compare.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { parameterField } from '#shared/parameters/parameter-form.ts'

interface PageItems {
  readonly source: Source
  /** The page, with what its source holds as `item`. */
  readonly at: PagePlace
  /** Absent where the items are records of an operation. */
  readonly type: ContentType | undefined
  readonly named: Pick<ContentType, 'badge' | 'picture'> & { readonly contentType?: string }
}

/** Null when the source could not be resolved (reported). */
export function itemsOfPage(
  page: PagePlace,
  written: WrittenSource | undefined,
  reads: 'one' | 'many',
): PageItems | null {
  const { context, compilation, access = [] } = page
  const here = page.at('source')
  const source = compileSource(here, written)
  const operation = compilation.operations.get(source?.operation ?? '')
  if (!source || !operation) return null
  checkReads(here, operation, reads)
  checkReaders(here, access, operation)
  const type = compilation.contentTypes.get(operation.content?.type ?? '')
  const record = type ?? recordTypeOf(context, operation)
  const named = {
    ...(type ? { contentType: type.name } : {}),
    ...given({ badge: type?.badge, picture: type?.picture }),
  }
  const at = page.with({
    type,
    record,
    answers: answeredFields(operation, here.path),
    action: operation.content?.action,
  })
  return { source, type, named, at }
}

/** Compiles the filters by parameters: they are available where users can choose a category. */
export function narrowingOf(
  at: PagePlace,
  type: ContentType | undefined,
  { filters = [], facets: written, views }: Pick<WrittenListPage, 'filters' | 'facets' | 'views'>,
): Pick<ListPage, 'parameters' | 'facets' | 'views'> {
  const field = parameterField(type?.fields ?? [])
  const isChosen = filters.some((one) => (typeof one === 'string' ? one : one.field) === field?.parameters.by)
  const facets = compileSibling(at.at('facets'), written, 'facets', type)
  return {
    ...(field && isChosen ? { parameters: { ...field.parameters, field: field.name } } : {}),
    ...given({ facets, views }),
  }
}

/** `at` knows what is compared, `page` only the page. */
export function compileCompareSources(
  page: PagePlace,
  at: PagePlace,
  written: Pick<WrittenComparePage, 'parameters' | 'stars' | 'candidates'>,
): Pick<ComparePage, 'parameters' | 'stars' | 'candidates'> {
  const parameters = compileSibling(page.at('parameters'), written.parameters, 'compare', at.type)
  const stars = compileSibling(page.at('stars'), written.stars, 'stars', at.type)
  const candidates = compileSibling(at.at('candidates'), written.candidates, 'many', at.type)
  return given({ parameters, stars, candidates })
}

/** Compiles a source beside the one of the page, which reads what is `wanted` of items of the same type. */
function compileSibling(
  at: PagePlace,
  written: WrittenSource | undefined,
  wanted: keyof typeof READS,
  type: ContentType | undefined,
): Source | null {
  const source = compileSource(at, written)
  checkReads(at, at.compilation.operations.get(source?.operation ?? ''), wanted)
  checkSiblingType(at, type?.name, source?.operation)
  return source
}
