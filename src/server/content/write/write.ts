// Runs writes: their stages in one transaction, with audit entries and cache versions, then the invalidation of the cache.
import { sql } from 'kysely'
import type { ActionContext, WriteScope } from '#server/content/action.ts'
import { addCounting } from '#server/content/items/families.ts'
import { auditStatement } from '#server/platform/audit/append-audit.ts'
import { bumpStatement, bumpVersion } from '#server/platform/cache/content-versions.ts'
import type { AuditEntry, Services } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { once, toIdempotencyKey } from '#server/platform/operations/idempotency.ts'
import { announceFreePlaces } from './free-places.ts'
import type { SteppedStatement } from './insert-items.ts'

/** As much of a call as a write needs, so that calls over all types write alike. */
export type WriteContext = Pick<ActionContext, 'call' | 'services' | 'db' | 'plan' | 'caller' | 'within'> & {
  readonly operation: Pick<ActionContext['operation'], 'id'>
}

export interface WriteResult<T> {
  readonly answer: T
  /** Id of the written item, for the audit log. */
  readonly target: string
  readonly detail?: JsonObject
  /** True if nothing was written: there is nothing to log, and all cached answers stay valid. */
  readonly unchanged?: boolean
  /** Taking part, such as a like: its own row says who and when, and the log is for what has to be accounted for. */
  readonly unlogged?: boolean
  /** Stores the row together with the audit entry, if no stage has to read it. */
  readonly statement?: SteppedStatement
}

/**
 * The work of an action at each stage of a write. Each stage gets the context with the transaction as its `db`, and what
 * the stages before returned.
 */
export interface Stages<C, Found, Input, Stored> {
  /** Loads the item and locks it. Throws if the caller may not do this to it. */
  authorize?(work: C & WriteScope): Promise<Found>
  /** Throws if what the caller sent may not be written, or not now. */
  validate?(work: C & WriteScope, found: Found): Promise<Input>
  /** Writes the item, with the log of what happens to it. */
  persist(work: C & WriteScope, found: Found, input: Input): Promise<Stored>
  /** Writes what follows in other items. */
  effects?(work: C & WriteScope, stored: Stored): Promise<void>
  /** Emits what has happened. */
  events?(work: C & WriteScope, stored: Stored): Promise<void>
  /** The answer, if it is known before anything is written. */
  readonly answer?: unknown
  /** True if a single statement does everything, which needs no transaction around it. */
  readonly isSingle?: boolean
}

/**
 * Runs the stages. A write that a hook makes runs in the transaction of the hook's write. A repeated call with the same
 * idempotency key gets the first answer and runs none. A caller that learns of its success can read no older answer
 * afterwards.
 *
 * @example
 * return write(context, {
 *   authorize: (work) => requireItem(work, id, { lock: true }),
 *   persist: async (work, row) => {
 *     const revision = await setFields(work, row, { price: 3 })
 *     return { answer: { id, revision }, target: id }
 *   },
 * })
 */
export async function write<C extends WriteContext, Found, Input, Stored extends WriteResult<unknown>>(
  context: C,
  stages: Stages<C, Found, Input, Stored>,
): Promise<Stored['answer']> {
  const { services, plan } = context
  const key = toIdempotencyKey(context)
  const run = async (scope: WriteScope): Promise<Stored['answer']> => {
    const work = { ...context, ...scope, origin: context.operation.id }
    const found = (await stages.authorize?.(work)) as Found
    const input = (await stages.validate?.(work, found)) as Input
    const stored = await stages.persist(work, found, input)
    await stages.effects?.(work, stored)
    await stages.events?.(work, stored)
    if (!stored.unchanged) scope.touched.add(plan.type.name)
    const isLogged = !stored.unchanged && !stored.unlogged
    await settle(scope, services, isLogged ? [toEntry(context, stored)] : [], stored.statement)
    return stored.answer
  }
  if (context.within) return run(context.within)
  if (key === undefined && stages.isSingle) {
    const scope = {
      db: context.db,
      touched: new Set<string>(),
      entries: [],
      changes: new Map<string, JsonObject>(),
    }
    const answer = await run(scope)
    tell(services, scope)
    return answer
  }
  return transact(services, (scope) =>
    key === undefined ? run(scope) : once(scope.db, key, () => run(scope), stages.answer),
  )
}

/** The same for what is no action on an item. `work` adds to `touched` and ends with `settle`. */
export async function transact<T>(
  services: Pick<Services, 'db' | 'cache'>,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  const touched = new Set<string>()
  const answer = await services.db
    .transaction()
    .execute((db) => work({ db, touched, entries: [], changes: new Map() }))
  tell(services, { touched })
  return answer
}

function tell({ cache }: Pick<Services, 'cache'>, { touched }: Pick<WriteScope, 'touched'>): void {
  for (const topic of touched) cache.changed(topic)
}

/**
 * Ends a write: places that it made free are taken, then follow its audit entries, which share a lane, and the new
 * versions of the topics that it touched. A write that has joined another one leaves all of it to that one.
 */
export async function settle(
  scope: WriteScope,
  services: Services,
  done: readonly AuditEntry[],
  statement?: SteppedStatement,
): Promise<void> {
  const { db, touched, entries: joined, isJoined } = scope
  const own = done.map((entry) => withChanges(scope, entry))
  const alone = statement && sql`with ${statement.steps} ${statement.statement}`
  if (isJoined) {
    joined.push(...own)
    await alone?.execute(db)
    return
  }
  const { clock } = services
  // Hooks of those who move up join this write too.
  const movedUp = await announceFreePlaces(scope, services)
  const entries = [...joined, ...own, ...movedUp]
  addCounting(services.model(), touched)
  const topics = [...touched]
  if (entries.length === 0) {
    await alone?.execute(db)
    await bumpVersion(db, ...topics)
    return
  }
  const { steps, insert } = auditStatement(entries, clock())
  const bump = topics.length > 0 ? sql`, bump as (${bumpStatement(topics, 'log')})` : sql``
  await sql`with recursive ${steps}, log as (${insert} returning lane)${bump}${
    statement ? sql`, ${statement.steps} ${statement.statement}` : sql` select`
  }`.execute(db)
}

/** The entry names the version that the write has made of its target. */
function withChanges({ changes }: WriteScope, entry: AuditEntry): AuditEntry {
  const made = changes.get(entry.target ?? '')
  return made ? { ...entry, detail: { ...entry.detail, ...made } } : entry
}

export function toEntry(
  { call, operation, caller }: WriteContext,
  { target, detail }: WriteResult<unknown>,
): AuditEntry {
  return {
    actor: caller?.id ?? null,
    action: operation.id,
    target,
    result: 'ok',
    address: call.request.address,
    requestId: call.request.id,
    ...(detail ? { detail } : {}),
  }
}
