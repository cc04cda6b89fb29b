// Rates items with stars: the ranks of their parameters in their whole category.

import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { loadPeers } from '#server/content/parameters/parameter-peers.ts'
import { loadRanks, worseShare } from '#server/content/parameters/parameter-ranks.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'
import { type ComparedItemRow, type Gathered, gatherCompared } from './compare.ts'

export interface Stars {
  readonly resourceId: string
  readonly title: string
  /** Stars by group of parameters, 1 to 5 in halves; null for a group without comparable values. */
  readonly dimensions: readonly { readonly name: string; readonly star: number | null }[]
  readonly total: number | null
}

export interface StarsAnswer {
  readonly formula: string
  readonly stars: readonly Stars[]
}

const FORMULA =
  '每项有优劣方向的参数，按其在同类已公开的{type}中的位次得分：优于多少比例的{type}（相同的算一半）；一组的星级 = 1 + 4 × 组内得分的平均值，取到半星；综合星级为各组得分的平均值按同样方法得出。没有填写的参数不计。'

export const stars: ContentActionHandler = async (context) => {
  const { plan, services } = context
  const gathered = await gatherCompared(context)
  const answer = async (): Promise<StarsAnswer> => ({
    formula: FORMULA.replaceAll('{type}', plan.type.title),
    stars: await Promise.all(gathered.rows.map((row) => rate(context, gathered, row))),
  })
  const { rows } = gathered
  if (rows.some(({ status }) => !isPublic(plan.type.lifecycle, status))) return answer()
  const ids = rows.map(({ id }) => id).join()
  return services.cache.read(plan.topics, `stars:${services.model().hash}:${ids}`, answer)
}

async function rate(
  { plan, services, db }: ActionContext,
  { parameters }: Gathered,
  { id, title, body }: ComparedItemRow,
): Promise<Stars> {
  const set = parameters.sets.get(String(body[parameters.chooser.name]))
  if (!set) return { resourceId: id, title, dimensions: [], total: null }
  const { from, measures } = await loadPeers(services, plan, parameters, set, body)
  const rankedMeasures = measures.filter(({ field }) => field.better)
  const places = await loadRanks(db, from, rankedMeasures)
  const shares = new Map(
    rankedMeasures.map(({ field }, at) => {
      const place = places[at]
      return [field.name, place ? worseShare(place, field.better ?? null) : null] as const
    }),
  )
  const dimensions = set.groups.map((group) => ({
    name: group.title,
    shares: group.fields.flatMap((name) => shares.get(name) ?? []),
  }))
  return {
    resourceId: id,
    title,
    dimensions: dimensions.map(({ name, shares: own }) => ({ name, star: toStar(own) })),
    total: toStar(dimensions.flatMap(({ shares: own }) => (own.length > 0 ? [mean(own)] : []))),
  }
}

const mean = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + share, 0) / shares.length

/** From 1 to 5, in halves. */
function toStar(shares: readonly number[]): number | null {
  return shares.length === 0 ? null : Math.round((1 + 4 * mean(shares)) * 2) / 2
}
