// Computes the facets of a list: the count of each choice under the other filters, and the ranges of numbers.

import type { ContentActionHandler } from '#server/content/action.ts'
import { fixedFilters, parseFilters } from '#server/content/fields/filter.ts'
import { loadProjectedColumns } from '#server/content/parameters/load-projected-columns.ts'
import { findRequestedCategory } from '#server/content/parameters/requested-parameters.ts'
import { countFacets } from '#server/content/query/count-facets.ts'
import type { FacetField } from '#server/content/query/facet-fields.ts'
import { findUnderstood, withReferred } from '#server/content/query/find-corrected.ts'
import { parseListQuery } from '#server/content/query/list-query.ts'

interface Facets {
  readonly totalCount: number
  /** Id of the category whose parameters are among them. */
  readonly category: string | null
  readonly facets: readonly FacetField[]
}

export const facets: ContentActionHandler = async (context) => {
  const { plan, content, params, caller, services, db } = context
  const parsed = parseListQuery(plan, content, params, caller, context.operation.access)
  const { page, limit, sort, ...query } = await withReferred(context, parsed)
  const given = [
    ...fixedFilters(plan.type, content.fixed),
    ...parseFilters(plan.type, params, content.action),
  ]
  const category = plan.parameters && findRequestedCategory(plan.parameters, given)?.id
  const load = async (): Promise<Facets> => {
    const slots = plan.parameters && (await loadProjectedColumns(db, services.model(), plan.type.name))
    const { answer: found } = await findUnderstood(
      context,
      { ...query, page: 1, limit: 1 },
      (requested) => countFacets(context, { query: requested, category, slots }),
      ({ total }) => total === 0,
    )
    return { totalCount: found.total, category: category ?? null, facets: found.facets }
  }
  if (query.owner !== undefined) return load()
  const key = JSON.stringify([plan.type.name, services.model().hash, content.fixed, category, query])
  return services.cache.read(plan.topics, `facets:${key}`, load)
}
