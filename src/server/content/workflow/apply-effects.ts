// Applies the effects of a transition that write: fields of the item, and its receipt number.
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { updatePreviousVersion } from '#server/content/access/previous-version.ts'
import type { TransitionContext } from '#server/content/action.ts'
import { type ItemRow, loadRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { loadPending } from '#server/content/items/pending-change.ts'
import type { Body } from '#server/content/write/prepare-body.ts'
import { replaceBody } from '#server/content/write/replace-body.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import { Failure } from '#shared/calls/errors.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { type Effect, isWriting, type WritingEffect } from '#shared/lifecycles/effects.ts'
import { resolveEffectValue, type SubmittedAnswers } from './effect-values.ts'

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

export interface EffectsResult {
  readonly revision: number
  /** The number that the transition assigned or found. */
  readonly receiptNo?: string
  /** Other types of which items were written. */
  readonly also?: readonly string[]
}

interface Work {
  readonly transaction: Kysely<Schema>
  readonly context: TransitionContext
  readonly row: ItemRow
  readonly answers: SubmittedAnswers
}

/** With the row locked, before the item moves. What only steps write leaves the revision as it is. */
export async function applyEffects(
  transaction: Kysely<Schema>,
  context: TransitionContext,
  { id, revision }: Pick<ItemRow, 'id' | 'revision'>,
  effects: readonly Effect[] = [],
  answers: SubmittedAnswers = {},
): Promise<EffectsResult> {
  const list = effects.filter(isWriting)
  if (list.length === 0) return { revision }
  const row = await loadRow(transaction, context.plan, sql`id = ${id}`)
  if (!row) throw new Failure('NOT_FOUND')
  let body: Body = { ...row.body }
  for (const effect of list)
    body = { ...body, ...(await writtenOf({ transaction, context, row, answers }, effect, body)) }
  const numbered = list.some((effect) => 'receipt' in effect) ? { receiptNo: String(body[RECEIPT_KEY]) } : {}
  return { revision: await store(transaction, context, row, body), ...numbered }
}

async function writtenOf(work: Work, effect: WritingEffect, body: Body): Promise<Body> {
  if ('set' in effect)
    return Object.fromEntries(
      Object.entries(effect.set).map(([name, value]) => [
        name,
        resolveEffectValue(
          { context: work.context, answers: work.answers, body, id: work.row.id },
          work.context.plan.byName.get(name)?.type,
          value,
        ),
      ]),
    )
  const { receipt, field } = effect
  const known = body[RECEIPT_KEY]
  const earlier = [known, body[field ?? '']].find((number) => isOfSeries(number, receipt))
  const receiptNo = earlier ?? (await nextOfSeries(work.transaction, receipt, work.context.services.clock()))
  // The number of the first series identifies the item; a number of a later series is stored in its field.
  const isLater = field !== undefined && isNumbered(known) && !isOfSeries(known, receipt)
  return {
    ...(isLater ? {} : { [RECEIPT_KEY]: receiptNo }),
    ...(field === undefined ? {} : { [field]: receiptNo }),
  }
}

async function store(
  transaction: Kysely<Schema>,
  context: TransitionContext,
  row: ItemRow,
  next: Body,
): Promise<number> {
  const { plan, services } = context
  const body = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))
  const changed = plan.own.filter(({ name }) => !isDeepStrictEqual(row.body[name], body[name]))
  const open = changed.filter(({ from }) => from === undefined)
  // Fields that nobody edits cannot be overwritten unseen, so they need no new revision, and open editors lose
  // nothing.
  const revision = await replaceBody(transaction, context, row, body, { keepsRevision: open.length === 0 })
  await updatePreviousVersion(transaction, context, row.id, valuesOf(body, changed))
  const change = open.length > 0 ? await loadPending(transaction, row.id) : undefined
  if (change) {
    const fields = valuesOf(body, open)
    await transaction
      .updateTable('pendingVersion')
      .set({ body: sealItem(services, plan.type, { ...change.body, ...fields }) })
      .where('itemId', '=', row.id)
      .execute()
  }
  return revision
}

const valuesOf = (body: Body, fields: readonly { readonly name: string }[]): Body =>
  Object.fromEntries(fields.map(({ name }) => [name, body[name]]))
