// Delivers events to webhooks: each target by itself and in order, again after a failure, until it is given up.
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import { announce } from '#server/notifications/announce.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { WebhookDeliveryTable, WebhookTable } from '#server/platform/database/tables/webhook-tables.ts'
import { AddressRefused } from '#server/platform/outbound/allowed-address.ts'
import { every, type Task } from '#server/platform/scheduler/task.ts'
import { toLine } from '#server/platform/system-error.ts'
import { GRANTS, rolesWith } from '#shared/access/roles.ts'
import { postWebhook, type WebhookAnswer } from './post-webhook.ts'
import { signWebhook } from './sign-webhook.ts'
import { buildWebhookBody } from './webhook-body.ts'

type Target = Selectable<WebhookTable>
type Delivery = Selectable<WebhookDeliveryTable>

const MINUTE = 60_000
/** The gaps between attempts: some 21 hours in all. */
const GAPS = [MINUTE / 6, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE, 720 * MINUTE]
export const MAX_ATTEMPTS = GAPS.length + 1
/** After so many events in a row that were given up the target is paused, so that the others wait for its repair. */
const MAX_FAILURES = 3
/** How soon a target is begun while another is still being waited for. */
const LOOK_AGAIN_MS = 500
const MAX_ANSWER_LENGTH = 500
/** The answer by which a receiver says for good that it wants nothing more. */
const GONE = 410

interface Deliverer {
  readonly services: Services
  /** Networks that may be reached though they are not public. */
  readonly networks: readonly string[]
  readonly signal: AbortSignal
}

/**
 * Builds the task that delivers events to webhooks. Targets are served side by side, so that a slow one delays only
 * itself; the events of one go one after the other, and wait for one that failed. An event is delivered at least once,
 * always under the same id.
 *
 * @example
 * const task = webhookTask({ networks: ['10.0.0.0/8'] })
 */
export const webhookTask = ({ networks }: Pick<Deliverer, 'networks'>): Task => ({
  name: 'webhooks.deliver',
  next: every(5_000),
  run: async ({ services, signal = new AbortController().signal }) => {
    const deliverer = { services, networks, signal }
    const running = new Map<string, Promise<unknown>>()
    const errors: unknown[] = []
    for (;;) {
      for (const id of signal.aborted ? [] : await findDueTargets(services)) {
        if (running.has(id)) continue
        const work = deliverAll(deliverer, id)
          .catch((error: unknown) => errors.push(error))
          .finally(() => running.delete(id))
        running.set(id, work)
      }
      if (running.size === 0) break
      await Promise.race([...running.values(), wait(LOOK_AGAIN_MS, undefined, { ref: false })])
    }
    if (errors.length > 0) throw errors[0]
  },
})

/** The targets whose first waiting event is due. */
async function findDueTargets({ db, clock }: Services): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select webhook.id from webhook
    join lateral (
      select due_at from webhook_delivery
      where webhook_id = webhook.id and state = 'queued' order by position limit 1) first on true
    where webhook.paused_at is null and first.due_at <= ${clock()}
    order by first.due_at`.execute(db)
  return rows.map(({ id }) => id)
}

async function deliverAll(deliverer: Deliverer, targetId: string): Promise<void> {
  const { services, signal } = deliverer
  while (!signal.aborted) {
    const next = await loadNext(services, targetId)
    if (!next || !(await attempt(deliverer, next.target, next.delivery))) return
  }
}

async function loadNext(
  { db, clock }: Services,
  targetId: string,
): Promise<{ readonly target: Target; readonly delivery: Delivery } | undefined> {
  const target = await db
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', targetId)
    .where('pausedAt', 'is', null)
    .executeTakeFirst()
  const delivery = await db
    .selectFrom('webhookDelivery')
    .selectAll()
    .where('webhookId', '=', targetId)
    .where('state', '=', 'queued')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return target && delivery && delivery.dueAt <= clock() ? { target, delivery } : undefined
}

/** Returns true if the event has arrived. An attempt that the end of the process breaks off leaves no trace. */
async function attempt(deliverer: Deliverer, target: Target, delivery: Delivery): Promise<boolean> {
  const { services, signal } = deliverer
  const at = services.clock()
  const begun = performance.now()
  const result = await send(deliverer, target, delivery, at).catch((error: unknown) => error)
  if (signal.aborted && result instanceof Error) return false
  const took = Math.round(performance.now() - begun)
  const answer = isAnswer(result) ? result : undefined
  const failure = answer ? refusalOf(answer) : describeError(result)
  const ended = {
    attempts: delivery.attempts + 1,
    attemptedAt: at,
    took,
    status: answer?.status ?? null,
    answer: answer ? cleanAnswer(answer.text) : null,
    failure: failure ?? null,
  }
  if (failure !== undefined) {
    await recordFailure(services, target, delivery, ended)
    return false
  }
  await services.db.transaction().execute(async (transaction) => {
    await update(transaction, delivery.id, { ...ended, state: 'arrived' })
    if (target.failures > 0)
      await transaction.updateTable('webhook').set({ failures: 0 }).where('id', '=', target.id).execute()
  })
  return true
}

async function send(
  { services, networks, signal }: Deliverer,
  target: Target,
  delivery: Delivery,
  at: Date,
): Promise<WebhookAnswer> {
  const body = await buildWebhookBody(services, delivery)
  const headers = signWebhook({ id: delivery.id, at, body }, secretsOf(target, at))
  return postWebhook({ url: target.url, headers, body, networks, signal })
}

const isAnswer = (result: unknown): result is WebhookAnswer => !(result instanceof Error)

function secretsOf({ secret, previousSecret, previousUntil }: Target, at: Date): string[] {
  const isPreviousValid = previousSecret !== null && previousUntil !== null && at < previousUntil
  return isPreviousValid ? [secret, previousSecret] : [secret]
}

function refusalOf({ status }: WebhookAnswer): string | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return `对方答复 ${status}，要求转到其他地址；不跟随转向，请改填最终地址`
  return status === GONE ? '对方答复 410，表示不再接收' : `对方答复 ${status}`
}

function describeError(error: unknown): string {
  if (error instanceof AddressRefused)
    return '地址不在允许的范围：须为公网的 https 地址，内网地址须由部署人员在 WEBHOOK_NETWORKS 中允许'
  const { name, code } = error as { readonly name?: string; readonly code?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return '对方没有在 10 秒内答复'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return '找不到地址中的主机名'
  if (code === 'ECONNREFUSED') return '对方拒绝连接'
  return `连接失败：${toLine(error)}`.slice(0, MAX_ANSWER_LENGTH)
}

/** What the database can store. */
const cleanAnswer = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_ANSWER_LENGTH)

interface Ended {
  readonly attempts: number
  readonly attemptedAt: Date
  readonly took: number
  readonly status: number | null
  readonly answer: string | null
  readonly failure: string | null
}

async function recordFailure(
  services: Services,
  target: Target,
  delivery: Delivery,
  ended: Ended,
): Promise<void> {
  const { db, clock } = services
  const isGone = ended.status === GONE
  const gap = GAPS[ended.attempts - 1]
  if (!isGone && gap !== undefined) {
    await update(db, delivery.id, { ...ended, dueAt: new Date(clock().getTime() + gap) })
    return
  }
  await db.transaction().execute(async (transaction) => {
    await update(transaction, delivery.id, { ...ended, state: 'failed' })
    const failures = target.failures + 1
    const isPaused = isGone || failures >= MAX_FAILURES
    await transaction
      .updateTable('webhook')
      .set({ failures, ...(isPaused ? { pausedAt: clock() } : {}) })
      .where('id', '=', target.id)
      .execute()
    await notifyOperators(transaction, services, target, delivery, ended, isPaused)
    await services.audit(
      {
        actor: null,
        action: 'webhook.send',
        target: target.id,
        result: 'failed',
        detail: { delivery: delivery.id, event: delivery.event, reason: ended.failure },
      },
      transaction,
    )
  })
}

/** Changes nothing where an operator has dealt with the delivery meanwhile. */
async function update(
  db: Kysely<Schema>,
  id: string,
  to: Ended & { readonly state?: 'arrived' | 'failed'; readonly dueAt?: Date },
): Promise<void> {
  await db.updateTable('webhookDelivery').set(to).where('id', '=', id).where('state', '=', 'queued').execute()
}

async function notifyOperators(
  transaction: Kysely<Schema>,
  services: Services,
  { name }: Target,
  { id, event }: Delivery,
  { failure }: Ended,
  isPaused: boolean,
): Promise<void> {
  const operators = await transaction
    .selectFrom('account')
    .select('id')
    .where('role', 'in', rolesWith(services.roles, GRANTS.administer))
    .where('status', '=', ACCOUNT.active)
    .orderBy('id')
    .execute()
  const outcome = isPaused ? '已暂停向该系统推送，待推送的事件保留' : '之后的事件继续推送'
  const values = { id, name, event, reason: failure, outcome }
  const cause = `${id}:${services.clock().toISOString()}`
  await announce(
    transaction,
    services,
    'webhook.failed',
    { cause, values },
    operators.map((operator) => operator.id),
  )
}
