// Stores items that are created at the same time by one transaction, so that they share its statements and its commit.
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Services } from '#server/platform/call.ts'
import { isLockTimeout, isUnavailable } from '#server/platform/database/database-unavailable-error.ts'
import { claimKeys, toIdempotencyKey } from '#server/platform/operations/idempotency.ts'
import { insertStatement } from './insert-items.ts'
import { type NewItem, toNewRow } from './persist.ts'
import { findRepeated, lockDistinct } from './uniqueness.ts'
import { validateSystemFields } from './validate.ts'
import { settle, toEntry, transact, type WriteContext } from './write.ts'

/** Transactions at a time; creations that arrive meanwhile wait for the next one together. */
const MAX_RUNNING = 2
const MAX_TOGETHER = 50

interface Creation {
  readonly item: NewItem
  readonly answer: object
  /** Stores it in a transaction of its own, and refuses what may not be stored. */
  readonly alone: () => Promise<unknown>
}

interface Waiting extends Creation {
  readonly context: WriteContext
  /** `isStored`: with the others; else it is stored alone. */
  readonly resolve: (isStored: boolean) => void
  readonly reject: (error: unknown) => void
}

interface Turns {
  running: number
  waiting: Waiting[]
}

const turnsByDatabase = new WeakMap<Services['database'], Turns>()

/**
 * Stores the item at once while few others are being stored; otherwise together with those that wait too. Where one of
 * them cannot be stored, nothing is, and each is stored or refused alone.
 */
export async function createTogether(context: WriteContext, creation: Creation): Promise<unknown> {
  const { database } = context.services
  const turns = turnsByDatabase.get(database) ?? { running: 0, waiting: [] }
  turnsByDatabase.set(database, turns)
  if (turns.running < MAX_RUNNING) return take(turns, creation.alone)
  const isStored = await new Promise<boolean>((resolve, reject) => {
    turns.waiting.push({ ...creation, context, resolve, reject })
  })
  return isStored ? creation.answer : take(turns, creation.alone)
}

async function take<T>(turns: Turns, work: () => Promise<T>): Promise<T> {
  turns.running += 1
  try {
    return await work()
  } finally {
    turns.running -= 1
    const next = turns.waiting.splice(0, MAX_TOGETHER)
    if (next.length > 1) void take(turns, () => storeAll(next))
    else next[0]?.resolve(false)
  }
}

/** Never rejects. */
async function storeAll(creations: readonly Waiting[]): Promise<void> {
  try {
    await store(creations)
    for (const { resolve } of creations) resolve(true)
  } catch (error) {
    // A lost connection leaves unknown whether they are stored. Any other error concerns one, which gets it when alone.
    const isUnknown = isUnavailable(error) && !isLockTimeout(error)
    for (const { resolve, reject } of creations) isUnknown ? reject(error) : resolve(false)
  }
}

/** Throws if one of them may not be stored, or is like another of them. */
async function store(creations: readonly Waiting[]): Promise<void> {
  const [first] = creations as [Waiting] // there are several
  const { services } = first.context
  const byPlan = new Map<TypePlan, NewItem[]>()
  for (const { context, item } of creations)
    byPlan.set(context.plan, [...(byPlan.get(context.plan) ?? []), item])
  const claims = creations.flatMap(({ context, answer }) => {
    const key = toIdempotencyKey(context)
    return key ? [{ ...key, answer }] : []
  })
  const rows = creations.map(({ context, item }) => toNewRow(context, item))
  const entries = creations.map(({ context, item }) => toEntry(context, { target: item.id, answer: null }))
  await transact(services, async (scope) => {
    const { db, touched } = scope
    if ((await claimKeys(db, claims)) < claims.length) throw new Error('a key was used before')
    for (const [plan, items] of byPlan) {
      for (const { body } of items) validateSystemFields({ plan, services }, body)
      const isFree = (await lockDistinct(db, plan, items)) && !(await findRepeated(db, plan, items))
      if (!isFree) throw new Error('two items are alike')
      touched.add(plan.type.name)
    }
    await settle(scope, services, entries, insertStatement(rows))
  })
}
