// Handles the calls with which operators manage webhooks: targets, their secrets, deliveries and replays.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText, readValues, requireText } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { WebhookDeliveryState } from '#server/platform/database/tables/webhook-tables.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { webhookEventTitle } from '#shared/model/notice-model.ts'
import { MAX_ATTEMPTS } from './deliver-webhooks.ts'
import { newWebhookSecret } from './sign-webhook.ts'
import { TEST_EVENT } from './webhook-body.ts'

/** All of them are served side by side. */
const MAX_WEBHOOKS = 50
/** How long messages are also signed with the secret before. */
const SECRETS_OVERLAP_MS = 24 * 3_600_000

/** The calls `webhook.…`. */
export const webhookHandlers: Handlers = {
  'webhook.list': (call) =>
    readPage(call, { columns: TARGET, from: sql`from webhook`, order: sql`created_at desc, id` }, toTarget),
  'webhook.info': readTarget,
  'webhook.create': create,
  'webhook.update': change,
  'webhook.renewSecret': renewSecret,
  'webhook.pause': (call) => setPaused(call, 'webhook.pause', call.services.clock()),
  'webhook.resume': (call) => setPaused(call, 'webhook.resume', null),
  'webhook.remove': remove,
  'webhook.test': sendTest,
  'webhook.deliveries': findDeliveries,
  'webhook.delivery': readDelivery,
  'webhook.replay': replay,
}

interface TargetRow {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly failures: number
  readonly pausedAt: Date | null
  readonly createdAt: Date
  readonly waiting: number
  readonly failed: number
  readonly deliveredAt: Date | null
}

const countIn = (state: WebhookDeliveryState): RawBuilder<unknown> =>
  sql`(select count(*)::int from webhook_delivery where webhook_id = webhook.id and state = ${state})`

const TARGET = sql`id, name, url, events, failures, paused_at, created_at,
  ${countIn('queued')} as waiting, ${countIn('failed')} as failed,
  (select max(attempted_at) from webhook_delivery
    where webhook_id = webhook.id and state = 'arrived') as delivered_at`

const toTarget = ({ failures, pausedAt, ...row }: TargetRow) => ({
  ...row,
  state: pausedAt ? 'paused' : failures > 0 ? 'failing' : 'on',
})

async function readTarget({ services, params }: Call): Promise<unknown> {
  const id = requireText(params, 'id')
  const { rows } = await sql<TargetRow>`select ${TARGET} from webhook where id = ${id}`.execute(services.db)
  if (!rows[0]) throw new Failure('NOT_FOUND')
  return toTarget(rows[0])
}

async function create(call: Call): Promise<unknown> {
  const { services } = call
  const { name, url, events } = bodyOf<'webhook.create'>(call)
  requirePlainUrl(url)
  const { total } = await services.db
    .selectFrom('webhook')
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  if (total >= MAX_WEBHOOKS)
    throw new Failure('WRONG_STATE', { message: `最多添加 ${MAX_WEBHOOKS} 个接收系统，请先删除不再使用的` })
  const now = services.clock()
  const [id, secret] = [newId(now), newWebhookSecret()]
  await withAudit(call, { action: 'webhook.create', target: id, detail: { name, url, events } }, (db) =>
    db
      .insertInto('webhook')
      .values({
        id,
        name,
        url,
        events: JSON.stringify(events),
        secret: services.database.secrets.seal(secret),
        createdAt: now,
        updatedAt: now,
      })
      .execute(),
  )
  return { id, name, url, secret }
}

async function change(call: Call): Promise<unknown> {
  const { id, name, url, events } = bodyOf<'webhook.update'>(call)
  requirePlainUrl(url)
  const set = { name, url, events: JSON.stringify(events), updatedAt: call.services.clock() }
  await withAudit(call, { action: 'webhook.update', target: id, detail: { name, url, events } }, (db) =>
    requireOne(db.updateTable('webhook').set(set).where('id', '=', id).executeTakeFirst()),
  )
  return { id, name }
}

/** What the pattern of the form cannot say. */
function requirePlainUrl(url: string): void {
  if (URL.canParse(url)) {
    const { protocol, username, password } = new URL(url)
    if (/^https?:$/.test(protocol) && username === '' && password === '') return
  }
  const message = '请填写 https:// 开头的完整地址，不含用户名和密码'
  throw new Failure('BAD_INPUT', { message, errors: [{ path: '/url', message }] })
}

async function renewSecret(call: Call): Promise<unknown> {
  const { services } = call
  const { id } = bodyOf<'webhook.renewSecret'>(call)
  const secret = newWebhookSecret()
  const previousUntil = new Date(services.clock().getTime() + SECRETS_OVERLAP_MS)
  const name = await withAudit(call, { action: 'webhook.renewSecret', target: id }, async (db) => {
    const { rows } = await sql<{ name: string }>`
      update webhook set previous_secret = secret, previous_until = ${previousUntil},
        secret = ${services.database.secrets.seal(secret)}, updated_at = ${services.clock()}
      where id = ${id} returning name`.execute(db)
    if (!rows[0]) throw new Failure('NOT_FOUND')
    return rows[0].name
  })
  return { id, name, secret, previousUntil }
}

async function setPaused(
  call: Call,
  action: 'webhook.pause' | 'webhook.resume',
  pausedAt: Date | null,
): Promise<unknown> {
  const { id } = bodyOf<'webhook.pause'>(call)
  const now = call.services.clock()
  const set = { pausedAt, updatedAt: now, ...(pausedAt ? {} : { failures: 0 }) }
  await withAudit(call, { action, target: id }, async (db) => {
    await requireOne(db.updateTable('webhook').set(set).where('id', '=', id).executeTakeFirst())
    // Who resumes it has repaired something: the first event is tried at once.
    if (pausedAt === null)
      await db
        .updateTable('webhookDelivery')
        .set({ dueAt: now })
        .where('webhookId', '=', id)
        .where('state', '=', 'queued')
        .execute()
  })
  return { id, state: pausedAt ? 'paused' : 'on' }
}

async function remove(call: Call): Promise<unknown> {
  const { id } = bodyOf<'webhook.remove'>(call)
  await withAudit(call, { action: 'webhook.remove', target: id }, async (db) => {
    const { numDeletedRows } = await db.deleteFrom('webhook').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw new Failure('NOT_FOUND')
  })
  return { id }
}

async function sendTest(call: Call): Promise<unknown> {
  const { id: webhookId } = bodyOf<'webhook.test'>(call)
  const now = call.services.clock()
  const id = newId(now)
  await withAudit(call, { action: 'webhook.test', target: webhookId }, async (db) => {
    const target = await db.selectFrom('webhook').select('id').where('id', '=', webhookId).executeTakeFirst()
    if (!target) throw new Failure('NOT_FOUND')
    const row = { id, webhookId, event: TEST_EVENT, cause: id, state: 'queued' as const }
    await db
      .insertInto('webhookDelivery')
      .values({ ...row, dueAt: now, createdAt: now })
      .execute()
  })
  return { id }
}

interface DeliveryRow {
  readonly id: string
  readonly name: string
  readonly event: string
  readonly state: WebhookDeliveryState
  readonly dueAt: Date
}

const DELIVERY = sql`delivery.id, delivery.webhook_id, webhook.name, delivery.event, delivery.state,
  delivery.item_type, delivery.item_id, delivery.attempts, delivery.status, delivery.failure, delivery.took,
  delivery.answer, delivery.created_at, delivery.attempted_at, delivery.due_at`
const DELIVERIES = sql`from webhook_delivery delivery join webhook on webhook.id = delivery.webhook_id`

const toDelivery =
  ({ notices }: Model) =>
  ({ event, dueAt, ...row }: DeliveryRow) => ({
    ...row,
    event: titleOf(notices, event),
    dueAt: row.state === 'queued' ? dueAt : null,
  })

function titleOf(notices: Model['notices'], event: string): string {
  if (event === TEST_EVENT) return '测试事件'
  const title = notices.find(({ id }) => id === event)?.title
  return title === undefined ? event : webhookEventTitle(event, title)
}

function findDeliveries(call: Call): Promise<unknown> {
  const { params, services } = call
  const webhookId = readText(params, 'webhookId')
  const states = readValues(params, 'state')
  const conditions = [
    sql`true`,
    ...(webhookId === undefined ? [] : [sql`delivery.webhook_id = ${webhookId}`]),
    ...(states === undefined ? [] : [sql`delivery.state in (${sql.join(states)})`]),
  ]
  const from = sql`${DELIVERIES} where ${sql.join(conditions, sql` and `)}`
  const order = sql`delivery.created_at desc, delivery.position desc`
  return readPage(call, { columns: DELIVERY, from, order }, toDelivery(services.model()))
}

async function readDelivery({ services, params }: Call): Promise<unknown> {
  const id = requireText(params, 'id')
  const { rows } = await sql<DeliveryRow>`
    select ${DELIVERY} ${DELIVERIES} where delivery.id = ${id}`.execute(services.db)
  if (!rows[0]) throw new Failure('NOT_FOUND')
  return toDelivery(services.model())(rows[0])
}

/** Makes one more attempt: the last one, so that other events do not wait for a repetition that fails. */
async function replay(call: Call): Promise<unknown> {
  const { id } = bodyOf<'webhook.replay'>(call)
  const now = call.services.clock()
  await withAudit(call, { action: 'webhook.replay', target: id }, async (db) => {
    const { rows } = await sql<{ state: string }>`
      select state from webhook_delivery where id = ${id} for update`.execute(db)
    if (!rows[0]) throw new Failure('NOT_FOUND')
    if (rows[0].state === 'queued')
      throw new Failure('WRONG_STATE', { message: '该事件正在等待推送，不必重新推送' })
    await db
      .updateTable('webhookDelivery')
      .set({ state: 'queued', attempts: MAX_ATTEMPTS - 1, dueAt: now })
      .where('id', '=', id)
      .execute()
  })
  return { id, state: 'queued' }
}

function withAudit<Result>(
  call: Call,
  entry: Parameters<typeof auditAccountAction>[1],
  work: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  return call.services.db.transaction().execute(async (transaction) => {
    const result = await work(transaction)
    await auditAccountAction(call, entry, transaction)
    return result
  })
}

async function requireOne(updated: Promise<{ readonly numUpdatedRows: bigint }>): Promise<void> {
  if ((await updated).numUpdatedRows === 0n) throw new Failure('NOT_FOUND')
}
