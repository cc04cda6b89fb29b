// Converts a sample to a row.

import { toColumns } from '#server/content/items/item-columns.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { NewRow } from '#server/content/write/insert-items.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { sanitiseRichText } from '#server/platform/validation/sanitise.ts'
import { cleanDeep } from '#server/platform/validation/to-stored.ts'
import { resolveDate } from '#shared/formats/date-offset.ts'
import { isPublic, publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { Sample } from './sample.ts'
import { resolveFiles, type StoredSamples } from './sample-files.ts'

const DAY_MS = 86_400_000

/** `owners` holds account ids by user name. */
export function toSeedRow(
  plan: TypePlan,
  sample: Sample,
  owners: ReadonlyMap<string, string>,
  now: Date,
  files: StoredSamples = new Map(),
): NewRow {
  const { lifecycle, name } = plan.type
  const createdAt = new Date(now.getTime() - (sample._publishedDaysAgo ?? 1) * DAY_MS)
  const status = sample._status ?? publicStates(lifecycle)[0] ?? lifecycle.initial
  return {
    ...toColumns(plan, toBody(plan, sample, now, files)),
    id: sample._id ?? newId(createdAt),
    type: name,
    status,
    ownerId: (sample._owner === undefined ? undefined : owners.get(sample._owner)) ?? null,
    viewCount: sample._views ?? 0,
    likeCount: sample._likes ?? 0,
    publishedAt: isPublic(lifecycle, status) ? createdAt : null,
    createdAt,
  }
}

function toBody(plan: TypePlan, sample: Sample, now: Date, files: StoredSamples): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of plan.own) {
    const dated = resolveDate(field, sample[field.name], now)
    const value = resolveFiles(plan.type.name, field.name, sample, dated, files)
    if (value === undefined || value === null) continue
    body[field.name] =
      field.type === 'rich-text' && typeof value === 'string' ? sanitiseRichText(value) : cleanDeep(value)
  }
  return body
}
