// Provides the items of the tests that are made from lifecycles: put into any state, asked about, and read as they then are.
import { sql } from 'kysely'
import { toColumns } from '#server/content/items/item-columns.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { insertMany } from '#server/content/write/insert-items.ts'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Advance } from '#shared/model/parent-advance.ts'
import { bodyOf } from '../../../portal-content/access/items.ts'
import { validAnswers } from '../../../support/valid-answers.ts'
import type { TestApp } from '../../support/test-app.ts'
import { type Known, type Person, partiesOf } from './flow-people.ts'

const CREATED = new Date(Date.UTC(2026, 0, 5))

export interface Placed {
  readonly id: string
  readonly type: ContentType
  readonly ownerId: string
  readonly body: Readonly<Record<string, unknown>>
  readonly parentOwnerId: string | null
}

async function insert(
  app: TestApp,
  type: ContentType,
  { id, ownerId, status, more }: { id: string; ownerId: string; status: string; more: object },
) {
  const plan = findPlan(app.source.model, type.name)
  if (!plan) throw new Error(type.name)
  const codes = new Set(type.fields.flatMap(({ name, unique }) => (unique ? [name] : [])))
  const body = Object.entries({ ...bodyOf(app, type), ...more }).filter(([name]) => !codes.has(name))
  const columns = toColumns(plan, Object.fromEntries(body))
  const times = { publishedAt: null, createdAt: CREATED, viewCount: 0, likeCount: 0 }
  await insertMany(app.services.db, [{ ...columns, ...times, id, type: type.name, status, ownerId }])
  return columns.body
}

const openState = ({ lifecycle: { initial, states } }: ContentType): string =>
  Object.keys(states).find((name) => states[name]?.public) ?? initial

/** Where the items lie. */
export const REGION = '3501'

export const partyId = (field: string): string => `party-${field.replaceAll('.', '-')}`

/** What names the parties, of the item itself or of the one above. */
function partyValues(type: ContentType, isAbove: boolean): Record<string, string> {
  const fields = partiesOf(type).filter((field) => field.startsWith('parent.') === isAbove)
  return Object.fromEntries(fields.map((field) => [field.replace('parent.', ''), partyId(field)]))
}

/** Whoever comes first is known by an entry of his own where the field of a claim refers to one. */
export async function enter(app: TestApp, type: ContentType, { id }: Person): Promise<void> {
  for (const { claim } of type.lifecycle.transitions) {
    const ref = type.fields.find(({ name }) => name === claim?.field)?.ref
    const entries = app.source.model.contentTypes.find(({ name }) => name === ref)
    const known = `entry-of-${id}`
    if (
      !entries ||
      (await app.services.db.selectFrom('item').select('id').where('id', '=', known).executeTakeFirst())
    )
      continue
    await insert(app, entries, { id: known, ownerId: id, status: openState(entries), more: {} })
  }
}

/** What must not be over is far off. */
function ahead({ fields, lifecycle }: ContentType): Record<string, string> {
  const names = lifecycle.transitions.flatMap((step) => step.ahead ?? [])
  const isTime = (name: string) => fields.some((field) => field.name === name && field.type === 'date-time')
  return Object.fromEntries(
    names.map((name) => [name, isTime(name) ? '2999-12-31T00:00:00.000Z' : '2999-12-31']),
  )
}

/** Under an item of what it lies under, which is open to it and somebody else's. */
export async function place(
  app: TestApp,
  type: ContentType,
  ownerId: string,
  parentOwner: string,
  named: string,
): Promise<Placed> {
  const above = type.fields.find(({ name }) => name === type.parent)?.ref
  const parent = app.source.model.contentTypes.find(({ name }) => name === above)
  const id = `${named}-${type.name}-of-${ownerId}`
  const own = {
    ...ahead(type),
    ...(type.region ? { [type.region]: REGION } : {}),
    ...partyValues(type, false),
  }
  if (!parent || !type.parent) {
    const body = await insert(app, type, { id, ownerId, status: type.lifecycle.initial, more: own })
    return { id, type, ownerId, body, parentOwnerId: null }
  }
  const advanced = Object.values(type.advances ?? {}).map(({ field, from }) => [field, from[0]])
  const disclosed = type.disclosure ? [[type.disclosure.field, type.disclosure.open[0]]] : []
  const more = { ...Object.fromEntries([...advanced, ...disclosed]), ...partyValues(type, true) }
  await insert(app, parent, { id: `above-${id}`, ownerId: parentOwner, status: openState(parent), more })
  const under = { ...own, [type.parent]: `above-${id}` }
  const body = await insert(app, type, { id, ownerId, status: type.lifecycle.initial, more: under })
  return { id, type, ownerId, body, parentOwnerId: parentOwner }
}

const isOfStep = ({ fields }: ContentType, field: string): boolean =>
  fields.some(({ name, from }) => name === field && from === 'step')

/** As if nothing had happened to it but that it came into the state; nobody was first yet where somebody can be. */
export async function putInto(
  app: TestApp,
  { id, type, body: whole }: Placed,
  status: string,
): Promise<void> {
  const { db } = app.services
  const claims = type.lifecycle.transitions.filter(({ from }) => from.includes(status))
  const unwritten =
    status === type.lifecycle.initial ? partiesOf(type).filter((name) => isOfStep(type, name)) : []
  const free = new Set([...claims.map(({ claim }) => claim?.field), ...unwritten])
  const body = Object.fromEntries(Object.entries(whole).filter(([name]) => !free.has(name)))
  await db.deleteFrom('pendingVersion').where('itemId', '=', id).execute()
  await db.deleteFrom('transitionLog').where('itemId', '=', id).execute()
  await db
    .updateTable('item')
    .set({ status, body: body as never, revision: 1, approvedRevision: null, leftStatus: null })
    .where('id', '=', id)
    .execute()
}

export async function readKnown(app: TestApp, { id, type, parentOwnerId }: Placed): Promise<Known> {
  const row = await app.services.db
    .selectFrom('item')
    .leftJoin('item as above', 'above.id', 'item.parentId')
    .select([
      'item.status',
      'item.ownerId',
      'item.revision',
      'item.approvedRevision',
      'item.leftStatus',
      'item.body',
      'item.region',
    ])
    .select(['above.status as parentStatus', 'above.body as parentBody'])
    .where('item.id', '=', id)
    .executeTakeFirstOrThrow()
  const { parentBody, ...known } = row
  const of = (field: string) => (field.startsWith('parent.') ? parentBody?.[field.slice(7)] : row.body[field])
  const parties = Object.fromEntries(
    partiesOf(type).map((field) => [field, (of(field) ?? null) as string | null]),
  )
  const parentStatus = row.parentStatus ?? null
  const votes = await readVotes(app, id)
  return { ...known, votes, ownerId: row.ownerId ?? '', parentOwnerId, parentStatus, parties }
}

/** The log from its end back to the last step that moved the item. */
async function readVotes(app: TestApp, id: string): Promise<Known['votes']> {
  const log = await app.services.db
    .selectFrom('transitionLog')
    .select(['action', 'actor'])
    .where('itemId', '=', id)
    .orderBy('id', 'desc')
    .execute()
  const end = log.findIndex(({ action }) => !action.startsWith('vote:'))
  const cast = end < 0 ? log : log.slice(0, end)
  const votes: Record<string, string[]> = {}
  for (const { action, actor } of cast) {
    const verb = action.slice('vote:'.length)
    votes[verb] = [...(votes[verb] ?? []), actor]
  }
  return votes
}

/** What the step makes of the item above is still to be made of it. */
async function openAbove(app: TestApp, id: string, advance: Advance | undefined): Promise<void> {
  if (!advance) return
  const field = JSON.stringify({ [advance.field]: advance.from[0] })
  await sql`update item set body = body || ${field}::jsonb where id = ${id}`.execute(app.services.db)
}

/** With whatever one of the steps of that name may ask for. */
export async function ask(
  app: TestApp,
  { id, type }: Placed,
  operation: Operation,
  token: string | undefined,
  { status, revision }: Pick<Known, 'status' | 'revision'>,
) {
  const { action } = operation.content ?? {}
  const steps = type.lifecycle.transitions.filter((one) => one.action === action && one.from.includes(status))
  await openAbove(app, `above-${id}`, type.advances?.[action ?? ''])
  const form = app.source.model.forms.find((one) => steps.some((step) => step.form === one.id))
  const answers = form ? validAnswers(createRandom(7), form, 0) : {}
  const reason = steps.some((step) => step.reason) ? { reason: '按规定办理' } : {}
  const given = { id, revision: String(revision), ...reason, ...answers }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String((given as never)[name] ?? ''),
  )
  const options = token === undefined ? {} : { token }
  if (operation.method === 'POST') return app.post(path, { ...given, revision }, options)
  return app.get(`${path}?${new URLSearchParams(given as Record<string, string>)}`, options)
}
