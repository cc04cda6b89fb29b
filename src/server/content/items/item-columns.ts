// Derives the columns that every write copies out of an item's body.

import { parameterTexts } from '#server/content/parameters/parameter-words.ts'
import type { Body } from '#server/content/write/validate.ts'
import { buildSearchVector } from '#server/platform/text/search-vector.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { TypePlan } from './type-plan.ts'

export interface ItemColumns {
  readonly title: string
  readonly parentId: string | null
  readonly category: string | null
  readonly region: string | null
  readonly body: Body
  /** In the text form of a tsvector. */
  readonly search: string
}

export function toColumns(plan: Pick<TypePlan, 'type' | 'parameters' | 'coded'>, body: Body): ItemColumns {
  return { ...columnValues(plan.type, body), body, search: searchVector(plan, body) }
}

/** Those that the body says as it is. */
export function columnValues(
  type: Pick<ContentType, 'title' | 'heading' | 'parent' | 'category' | 'region'>,
  body: Body,
): Pick<ItemColumns, 'title' | 'parentId' | 'category' | 'region'> {
  const read = (field: string | undefined): string | null => {
    const value = field === undefined ? undefined : body[field]
    return typeof value === 'string' && value !== '' ? value : null
  }
  return {
    title: read(type.heading) ?? type.title,
    parentId: read(type.parent),
    category: read(type.category),
    region: read(type.region),
  }
}

/** In the text form of a tsvector. */
export function searchVector(
  { type, parameters, coded }: Pick<TypePlan, 'type' | 'parameters' | 'coded'>,
  body: Body,
): string {
  return buildSearchVector(type, body, [...coded.of(body), ...parameterTexts(parameters, body)])
}
