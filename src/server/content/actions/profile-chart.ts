// Computes the profile chart of an item: the ranks of its numbers in its category, or in the type if it has none.
import { sql } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { HOT, valueExpression } from '#server/content/fields/field-expression.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import {
  isPeer,
  loadPeers,
  type PeerMeasure,
  toPeerMeasure,
} from '#server/content/parameters/parameter-peers.ts'
import { isNumber } from '#server/content/parameters/parameter-plan.ts'
import {
  loadRankStatistics,
  type RankStatistics,
  worseShare,
} from '#server/content/parameters/parameter-ranks.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'

export interface ProfileDimension {
  readonly field: string
  readonly title: string
  readonly unit: string | null
  readonly better: 'high' | 'low' | null
  readonly value: number | null
  /** Share of items with a worse number, a smaller one where no direction is better; equal ones count half. */
  readonly score: number | null
  /** Range of the values among the compared items. */
  readonly min: number | null
  readonly max: number | null
  readonly median: number | null
  /** Relative position of the value and of the median within the range, from 0 to 1, with the better end at 1. */
  readonly place: number | null
  readonly medianPlace: number | null
}

export interface ProfileChartAnswer {
  readonly id: string
  readonly title: string
  /** The category that is compared with, and the number of its items; null where it is the whole type. */
  readonly category: string | null
  readonly peers: number
  readonly dimensions: readonly ProfileDimension[]
  /** Place by how much it is read and liked, from 1, among so many of the type. */
  readonly rank: number
  readonly total: number
}

export const profileChart: ContentActionHandler = async (context) => {
  const { plan, services } = context
  const item = await requireItem(context)
  const key = `portrait:${services.model().hash}:${item.id}`
  return isPublic(plan.type.lifecycle, item.status)
    ? services.cache.read(plan.topics, key, () => draw(context, item))
    : draw(context, item)
}

async function draw(context: ActionContext, item: ItemRow): Promise<ProfileChartAnswer> {
  const { plan, content, db, services } = context
  const { parameters } = plan
  const set = parameters?.sets.get(String(item.body[parameters.chooser.name]))
  const names = content.by ?? []
  const own = names
    .flatMap((name) => plan.byName.get(name) ?? [])
    .filter(isNumber)
    .map((field) => toPeerMeasure(field, item.body, valueExpression(plan.type, field) ?? 'null'))
  const open = sql.raw(plan.published)
  const peerCondition = parameters && set ? isPeer(plan, parameters, set) : open
  const ofSet =
    parameters && set && names.includes(parameters.field.name)
      ? await loadPeers(services, plan, parameters, set, item.body)
      : null
  const statistics = await loadRankStatistics(db, sql`from item where ${peerCondition}`, own)
  const ofPeers = ofSet ? await loadRankStatistics(db, ofSet.from, ofSet.measures) : []
  const dimensions = [
    ...(ofSet?.measures ?? []).map((measure, at) => toDimension(measure, ofPeers[at])),
    ...own.map((measure, at) => toDimension(measure, statistics[at])),
  ]
  const hotter = sql`${sql.raw(HOT)} > (select ${sql.raw(HOT)} from item where id = ${item.id})`
  const { rows } = await sql<{ total: number; hotter: number; peers: number }>`
    select count(*)::int as total, count(*) filter (where ${hotter})::int as hotter,
      count(*) filter (where ${peerCondition})::int as peers from item where ${open}`.execute(db)
  const { total = 0, hotter: before = 0, peers = 0 } = rows[0] ?? {}
  const category = set?.title ?? null
  return { id: item.id, title: item.title, category, peers, dimensions, rank: before + 1, total }
}

const NOWHERE: RankStatistics = { less: 0, same: 0, all: 0, min: null, max: null, median: null }

function toDimension({ field, own }: PeerMeasure, statistics: RankStatistics = NOWHERE): ProfileDimension {
  const { min, max, median } = statistics
  const better = field.better ?? null
  const share = worseShare(statistics, better)
  return {
    field: field.name,
    title: field.title,
    unit: field.unit ?? null,
    better,
    value: own,
    score: own === null || share === null ? null : Math.round(share * 100),
    min,
    max,
    median: median === null ? null : Number(median.toPrecision(10)),
    place: computeRelativePosition(own, statistics, better),
    medianPlace: computeRelativePosition(median, statistics, better),
  }
}

/** From 0 at the worse end to 1 at the better one; the middle where all are the same, null where nothing is known. */
function computeRelativePosition(
  value: number | null,
  { min, max }: { readonly min: number | null; readonly max: number | null },
  better?: 'high' | 'low' | null,
): number | null {
  if (value === null || min === null || max === null) return null
  if (max <= min) return 0.5
  const share = Math.min(1, Math.max(0, (value - min) / (max - min)))
  return Math.round((better === 'low' ? 1 - share : share) * 1000) / 1000
}
