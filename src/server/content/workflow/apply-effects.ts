// Works out the effects of a transition on the item itself: its fields, and its receipt number.
import { type Kysely, sql } from 'kysely'
import type { TransitionContext } from '#server/content/action.ts'
import { RECEIPT_KEY } from '#server/content/items/item-row.ts'
import type { Body } from '#server/content/write/validate.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import {
  type Effect,
  type EffectValue,
  isDynamicValue,
  isWriting,
  type WritingEffect,
} from '#shared/lifecycles/effects.ts'
import type { FieldType } from '#shared/model/content-model.ts'

/**
 * Returns the next number, such as `DEC-2026-000123`. To be called in the transaction that assigns it: other callers
 * wait for its end, so that a failed transition leaves no gap and no number is assigned twice.
 */
async function nextOfSeries(transaction: Kysely<Schema>, letters: string, now: Date): Promise<string> {
  const year = dayAt(now).slice(0, 4)
  const { rows } = await sql<{ value: number }>`
    insert into counter (name, value) values (${`series-${letters}-${year}`}, 1)
    on conflict (name) do update set value = counter.value + 1 returning value`.execute(transaction)
  return `${letters}-${year}-${String(rows[0]?.value ?? 1).padStart(6, '0')}`
}

const isOfSeries = (receiptNo: unknown, letters: string): boolean =>
  typeof receiptNo === 'string' && receiptNo.startsWith(`${letters}-`)

const SERIES = /^[A-Z]{2,6}-\d{4}-\d{6}$/

/** Returns true if it is a number of any series. */
const isNumbered = (receiptNo: unknown): boolean => typeof receiptNo === 'string' && SERIES.test(receiptNo)

export type SubmittedAnswers = Readonly<Record<string, unknown>>

/** The sources of the values of effects. */
export interface EffectSource {
  readonly context: Omit<TransitionContext, 'touched'>
  readonly answers: SubmittedAnswers
  readonly body: Body
  /** The item's own number, which `item.id` names. */
  readonly id: string
}

interface Effects {
  readonly body: Body
  /** The number that the transition assigned or found. */
  readonly receiptNo?: string
}

/** Returns the body as the effects leave it; the same object if none of them writes. */
export async function applyEffects(source: EffectSource, effects: readonly Effect[] = []): Promise<Effects> {
  const list = effects.filter(isWriting)
  if (list.length === 0) return { body: source.body }
  let { body } = source
  for (const effect of list) body = { ...body, ...(await valuesOf({ ...source, body }, effect)) }
  const kept = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const isNumbering = list.some((effect) => 'receipt' in effect)
  return { body: kept, ...(isNumbering ? { receiptNo: String(kept[RECEIPT_KEY]) } : {}) }
}

async function valuesOf(source: EffectSource, effect: WritingEffect): Promise<Body> {
  const { context, body } = source
  const typeOf = (name: string) => context.plan.byName.get(name)?.type
  if ('set' in effect)
    return Object.fromEntries(
      Object.entries(effect.set).map(([name, value]) => [
        name,
        resolveEffectValue(source, typeOf(name), value),
      ]),
    )
  const { receipt, field } = effect
  const known = body[RECEIPT_KEY]
  const earlier = [known, body[field ?? '']].find((number) => isOfSeries(number, receipt))
  const receiptNo = earlier ?? (await nextOfSeries(context.db, receipt, context.services.clock()))
  // The number of the first series identifies the item; a number of a later series is stored in its field.
  const isLater = field !== undefined && isNumbered(known) && !isOfSeries(known, receipt)
  return {
    ...(isLater ? {} : { [RECEIPT_KEY]: receiptNo }),
    ...(field === undefined ? {} : { [field]: receiptNo }),
  }
}

/** Returns the value for a field of that type; undefined empties it. */
export function resolveEffectValue(
  { context, answers, body, id }: EffectSource,
  type: FieldType | undefined,
  value: EffectValue,
): unknown {
  if (!isDynamicValue(value)) return value ?? undefined
  const now = context.services.clock()
  const [root = '', field = ''] = value.from.split('.')
  if (root === 'form') return answers[field] ?? undefined
  if (root === 'item') return field === 'id' ? id : (body[field] ?? undefined)
  if (root === 'actor') return context.caller?.id
  const isDay = root === 'today' || type === 'date'
  return isDay ? dayAt(now) : now.toISOString()
}
