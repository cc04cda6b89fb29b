// Assigns what waits in the inbox: an account takes it, hands it over, or gives it back.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { loadPending } from '#server/content/items/pending-change.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { accountsQuery, toAccount } from '#server/identity/sessions/session-store.ts'
import { announce } from '#server/notifications/announce.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Call, Handlers, Services } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { requireText } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn, type SignedIn } from '#server/platform/operations/require-signed-in.ts'
import { Failure } from '#shared/calls/errors.ts'
import { permittedTransitions } from '#shared/lifecycles/transition-policies.ts'
import type { Model } from '#shared/model/model.ts'
import { mayCall, waitingEntries, waitingKinds } from './waiting-entries.ts'

/** An assignment that nobody has acted upon for so long counts no more. */
const ASSIGNMENT_LASTS = 24 * 60 * 60_000

type Db = Kysely<Schema>
type Clock = Pick<Services, 'clock'>

const oldest = ({ clock }: Clock): Date => new Date(clock().getTime() - ASSIGNMENT_LASTS)

/** Condition on a row of `queue_assignment`, called `assigned`. */
export const isInForce = (services: Clock): RawBuilder<unknown> =>
  sql`assigned.since > ${oldest(services).toISOString()}::timestamptz`

interface Target {
  readonly type: string
  readonly id: string
}

interface Entry {
  readonly title: string
  readonly status: string
  readonly since: Date
  /** The assignment in force. */
  readonly assigneeId: string | null
  readonly assigneeName: string | null
}

/** The entry as it waits for the caller; refused where it does not wait any more. */
async function requireEntry(call: Call, db: Db, caller: SignedIn, { type, id }: Target): Promise<Entry> {
  const { services } = call
  const { rows } = await sql<Entry>`
    select entry.title, entry.status, entry.since, assigned.account_id as assignee_id, account.name as assignee_name
    from ${waitingEntries(services.model(), caller, type)} entry
      left join queue_assignment assigned on assigned.target_id = entry.id and assigned.type = entry.type
        and assigned.status = entry.status and assigned.since >= entry.since and ${isInForce(services)}
      left join account on account.id = assigned.account_id
    where entry.id = ${id}`.execute(db)
  if (!rows[0]) throw new Failure('NOT_FOUND', { message: '该事项已办理，不在待办中' })
  return rows[0]
}

interface Decided {
  readonly plan: TypePlan
  readonly row: ItemRow
}

/** The item with the state of what waits of it; undefined for what is no item. */
async function loadDecided(db: Db, model: Model, { type, id }: Target): Promise<Decided | undefined> {
  const plan = findPlan(model, type)
  if (!plan) return undefined
  const row = await loadRow(db, plan, sql`id = ${id}`)
  if (!row) throw new Failure('NOT_FOUND')
  const pending = await loadPending(db, id)
  return { plan, row: { ...row, status: pending?.status ?? row.status } }
}

/** Returns true if the entry is in the inbox of the account, which could decide it. */
async function waitsFor(
  db: Db,
  model: Model,
  account: SignedIn,
  target: Target,
  decided: Decided | undefined,
): Promise<boolean> {
  if (!mayDecide(model, account, target, decided)) return false
  const entries = waitingEntries(model, account, target.type)
  const { rows } = await sql`select from ${entries} entry where entry.id = ${target.id}`.execute(db)
  return rows.length > 0
}

/** Returns true if the account could decide what waits: not as its owner. */
function mayDecide(model: Model, account: SignedIn, { type }: Target, decided: Decided | undefined): boolean {
  if (!decided) {
    const kind = waitingKinds(model).find(({ name }) => name === type)
    return kind !== undefined && mayCall(model, account, kind.decide)
  }
  const { plan, row } = decided
  return permittedTransitions(plan.type.lifecycle, row, account).some(({ by }) =>
    by.some((audience) => audience !== 'owner'),
  )
}

type Change = 'take' | 'handOver' | 'release'

interface Work {
  readonly db: Db
  readonly caller: SignedIn
  readonly target: Target
  readonly entry: Entry
}

/** Returns whose it is then; the news go out once it is stored. */
async function change(
  call: Call,
  what: Change,
  assign: (work: Work) => Promise<string | null>,
): Promise<unknown> {
  const { services, request, account } = call
  const caller = requireSignedIn(call.caller)
  const { type, id } = bodyOf<'publishing.take'>(call)
  const target = { type, id }
  const assigneeId = await services.db.transaction().execute(async (db) => {
    await sql`delete from queue_assignment assigned where not ${isInForce(services)}`.execute(db)
    const entry = await requireEntry(call, db, caller, target)
    const to = await assign({ db, caller, target, entry })
    const detail = { type, ...(to && to !== caller.id ? { to } : {}) }
    const from = { address: request.address, requestId: request.id, detail }
    await services.audit(
      { actor: caller.id, action: `publishing.${what}`, target: id, result: 'ok', ...from },
      db,
    )
    if (to && to !== caller.id) {
      const values = { id, title: entry.title, by: account?.name ?? '' }
      const cause = `${id}:${services.clock().getTime()}`
      await announce(db, services, 'queue.assigned', { cause, values }, [to])
    }
    return to
  })
  services.cache.changed(type)
  return { id, assigneeId, assignedAt: assigneeId === null ? null : services.clock().toISOString() }
}

/** Stores the assignment; where `isTaking`, only if nobody else holds one that still counts. Returns true if stored. */
async function store(
  { clock }: Clock,
  { db, target: { type, id }, entry: { status, since } }: Work,
  accountId: string,
  isTaking: boolean,
): Promise<boolean> {
  const isFree = sql`queue_assignment.account_id = ${accountId} or queue_assignment.status <> ${status}
    or queue_assignment.since < ${since} or queue_assignment.since <= ${oldest({ clock })}`
  const { rows } = await sql`
    insert into queue_assignment (target_id, type, account_id, status, since)
      values (${id}, ${type}, ${accountId}, ${status}, ${clock()})
    on conflict (target_id, type) do update set account_id = excluded.account_id, status = excluded.status, since = excluded.since
      ${isTaking ? sql`where ${isFree}` : sql``}
    returning target_id`.execute(db)
  return rows.length > 0
}

/** Only one of several who try at once gets it. */
const take = (call: Call): Promise<unknown> =>
  change(call, 'take', async (work) => {
    const { db, caller, target } = work
    const model = call.services.model()
    if (!mayDecide(model, caller, target, await loadDecided(db, model, target)))
      throw new Failure('FORBIDDEN')
    if (await store(call.services, work, caller.id, true)) return caller.id
    const { assigneeName } = await requireEntry(call, db, caller, target)
    throw new Failure('WRONG_STATE', { message: `${assigneeName ?? '其他人'}正在处理` })
  })

/** Also of what another account has taken: somebody else goes on with what an absent colleague has left. */
const handOver = (call: Call): Promise<unknown> =>
  change(call, 'handOver', async (work) => {
    const { services } = call
    const { db, caller, target } = work
    const model = services.model()
    const { to } = bodyOf<'publishing.handOver'>(call)
    const decided = await loadDecided(db, model, target)
    if (!mayDecide(model, caller, target, decided)) throw new Failure('FORBIDDEN')
    const row = await accountsQuery({ db, model: services.model })
      .where('account.id', '=', to)
      .where('account.status', '=', ACCOUNT.active)
      .executeTakeFirst()
    const colleague = row && toAccount(services, row)
    if (!colleague || colleague.black || !(await waitsFor(db, model, colleague, target, decided)))
      throw new Failure('BAD_INPUT', { errors: [{ path: '/to', message: '该账号不能办理这一事项' }] })
    await store(services, work, colleague.id, false)
    return colleague.id
  })

const release = (call: Call): Promise<unknown> =>
  change(call, 'release', async ({ db, caller, target: { type, id }, entry: { assigneeId } }) => {
    if (assigneeId !== caller.id) throw new Failure('WRONG_STATE', { message: '该事项不由您处理' })
    await db.deleteFrom('queueAssignment').where('targetId', '=', id).where('type', '=', type).execute()
    return null
  })

const MAX_COLLEAGUES = 200

/** Those to whom an entry can be handed over. */
async function findColleagues(call: Call): Promise<unknown> {
  const { services, params } = call
  const caller = requireSignedIn(call.caller)
  const model = services.model()
  const target = { type: requireText(params, 'type'), id: requireText(params, 'id') }
  await requireEntry(call, services.db, caller, target)
  const decided = await loadDecided(services.db, model, target)
  if (!mayDecide(model, caller, target, decided)) throw new Failure('FORBIDDEN')
  const staff = model.roles.filter(({ registers }) => registers === undefined).map(({ name }) => name)
  const rows = await accountsQuery(services)
    .where('account.status', '=', ACCOUNT.active)
    .where('account.id', '!=', caller.id)
    .where((eb) =>
      eb.or([
        eb('account.role', 'in', staff),
        eb.exists(eb.selectFrom('roleAssignment').select('id').whereRef('accountId', '=', 'account.id')),
      ]),
    )
    .orderBy('account.name')
    .limit(MAX_COLLEAGUES)
    .execute()
  const list: { readonly id: string; readonly title: string }[] = []
  for (const account of rows.map((row) => toAccount(services, row))) {
    const { id, name, userName } = account
    if (!account.black && (await waitsFor(services.db, model, account, target, decided)))
      list.push({ id, title: `${name}（${userName}）` })
  }
  return { list }
}

/** Handles the calls about who works on what waits. */
export const assignmentHandlers: Handlers = {
  'publishing.take': take,
  'publishing.handOver': handOver,
  'publishing.release': release,
  'publishing.colleagues': findColleagues,
}
