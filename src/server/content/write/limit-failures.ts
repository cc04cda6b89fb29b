// Turns what the database refuses by `limits` into refusals that people read.
import {
  isTime,
  OVERLAP_PREFIX,
  type OverlapPlan,
  planLimits,
  planOverlaps,
} from '#server/content/fields/limit-sql.ts'
import { TRIGGER_PREFIX } from '#server/content/fields/trigger-plan.ts'
import { Failure } from '#shared/calls/errors.ts'
import { localTimeAt } from '#shared/formats/portal-time.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { type Capacity, type PersonLimit, parentTypeOf } from '#shared/model/item-limits.ts'
import type { Model } from '#shared/model/model.ts'
import { fullFailure } from './capacity.ts'

/** Undefined for every other error. `constraint` is the name that was violated. */
export function toLimitFailure(model: Model, constraint: string, error: unknown): Failure | undefined {
  const detail = String((error as { readonly detail?: unknown }).detail ?? '')
  if (constraint.startsWith(OVERLAP_PREFIX)) {
    const plan = planOverlaps(model).find(({ name }) => name === constraint)
    return plan ? toTaken(plan, detail) : CHANGED
  }
  if (!constraint.startsWith(TRIGGER_PREFIX)) return undefined
  const plan = planLimits(model).find(({ name }) => name === constraint)
  if (!plan) return CHANGED
  const { capacity, perPerson } = plan.type.limits ?? {}
  return plan.kind === 'capacity'
    ? fullFailure(capacity as Capacity, JSON.parse(detail))
    : tooMany(model, plan.type, perPerson as PersonLimit)
}

/** The configuration was swapped meanwhile. */
const CHANGED = new Failure('WRONG_STATE', { message: '已达到上限，请稍后重试' })

/** Names no states, which people do not know. A limit that counts final states is one for all time. */
function tooMany(model: Model, type: ContentType, { most, states, under }: PersonLimit): Failure {
  const above = model.contentTypes.find(({ name }) => name === parentTypeOf(type))
  const where = under === undefined || !above ? '' : `在同一${above.title}下`
  const isOver = states.some((state) => type.lifecycle.states[state]?.final)
  return new Failure('WRONG_STATE', {
    message: `每人${where}最多${isOver ? '' : '同时'}有 ${most} 项${type.title}，已达上限`,
  })
}

/** The last range of the message is that of the item which was there. */
const RANGE = /[[(]"?([^",[\]()]+)"?,\s*"?([^",[\]()]+)"?[)\]]\)\.?\s*$/

function toTaken({ type, overlap }: OverlapPlan, detail: string): Failure {
  const titleOf = (name: string) => type.fields.find((field) => field.name === name)?.title ?? name
  const [, first, last] = RANGE.exec(detail) ?? []
  const span =
    first === undefined || last === undefined
      ? '这段时间'
      : isTime(type.fields, overlap.from)
        ? ` ${toMinute(first)} 至 ${toMinute(last)} `
        : toDays(first, last)
  const message = `该${titleOf(overlap.by)}${span}已被占用，请另选${titleOf(overlap.from)}与${titleOf(overlap.to)}`
  return new Failure('BAD_INPUT', { message, errors: [{ path: `/${overlap.from}`, message }] })
}

/** The database writes the offset of UTC as `+00`. */
const toMinute = (text: string): string =>
  localTimeAt(new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')))
    .slice(0, 16)
    .replace('T', ' ')

const DAY = 86_400_000

/** The database writes the day after the last one. */
function toDays(first: string, end: string): string {
  const last = new Date(Date.parse(end) - DAY).toISOString().slice(0, 10)
  return first === last ? ` ${first} 当天` : ` ${first} 至 ${last} `
}
