// Provides the items of the access matrix: of every type one for each asker, and those of somebody else.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { toColumns } from '#server/content/items/item-columns.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { insertMany, type NewRow } from '#server/content/write/insert-items.ts'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { TestApp } from '../../server/support/test-app.ts'
import { type Answers, validAnswers } from '../../support/valid-answers.ts'
import { ASKERS, type Asker, type Relation } from './askers.ts'

const CREATED = new Date(Date.UTC(2026, 0, 5))
const NOBODY_ELSE = 'somebody'

export const itemId = (type: string, relation: Relation, asker: Asker): string =>
  relation === 'own' || relation === 'deleted' ? `${type}-${relation}-${asker}` : `${type}-${relation}`

/** Of lifecycles whose first state is public. */
const HIDDEN: Readonly<Record<string, string>> = { online: 'offline', inUse: 'outOfUse' }

/** In the first state after adding; `other` is public where the lifecycle has such a state, `hidden` is not. */
function statusOf({ lifecycle: { initial, states } }: ContentType, relation: Relation): string {
  if (relation === 'deleted') return 'deleted'
  if (relation === 'other') return 'online' in states ? 'online' : initial
  return relation === 'hidden' ? (HIDDEN[initial] ?? initial) : initial
}

export function bodyOf(app: TestApp, type: ContentType): Answers {
  const form = app.source.model.forms.find(({ id }) => id === type.name)
  if (!form) throw new Error(`No form of ${type.name}`)
  const body = validAnswers(createRandom(1), form, 0)
  for (const { name, ref: own, refBy } of type.fields) {
    const ref = own ?? (refBy ? String(body[refBy]) : undefined)
    if (ref && body[name] !== undefined) {
      const id = itemId(ref, 'other', 'guest')
      body[name] = Array.isArray(body[name]) ? [id] : id
    }
  }
  return body
}

/** No two rows hold the same where the database would refuse it. */
/** A number of its own for an id: what has a pattern is made of digits. */
const digitsOf = (id: string, length: number): string =>
  String(BigInt(`0x${createHash('sha256').update(id).digest('hex')}`)).slice(-length)

export function withUnique({ fields }: ContentType, body: Readonly<Record<string, unknown>>, id: string) {
  const own = ({ schema }: Field) =>
    schema.pattern === undefined ? id : digitsOf(id, Number(schema.maxLength))
  const unique = fields.flatMap((field) =>
    field.unique && !field.schema.format ? [[field.name, own(field)]] : [],
  )
  return { ...body, ...Object.fromEntries(unique) }
}

/** Codes with a check digit cannot be made up for each row. */
function withoutCodes({ fields }: ContentType, body: Readonly<Record<string, unknown>>) {
  const codes = new Set(fields.flatMap(({ name, unique, schema }) => (unique && schema.format ? [name] : [])))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !codes.has(name)))
}

export async function insertItems(app: TestApp): Promise<void> {
  const { model } = app.source
  for (const type of model.contentTypes) {
    const plan = findPlan(model, type.name)
    if (!plan) throw new Error(type.name)
    const columns = toColumns(plan, bodyOf(app, type))
    const row = (relation: Relation, asker: Asker): NewRow => ({
      ...columns,
      body: withoutCodes(type, withUnique(type, columns.body, itemId(type.name, relation, asker))),
      id: itemId(type.name, relation, asker),
      type: type.name,
      status: statusOf(type, relation),
      ownerId: relation === 'own' || relation === 'deleted' ? asker : NOBODY_ELSE,
      parentId: null,
      viewCount: 0,
      likeCount: 0,
      publishedAt: statusOf(type, relation) === 'online' ? CREATED : null,
      createdAt: CREATED,
    })
    const own = ASKERS.flatMap((asker) => [row('own', asker), row('deleted', asker)])
    const rows = [...own, row('other', 'guest'), row('hidden', 'guest')]
    await insertMany(app.services.db, rows)
    const comments = rows.map(({ id }) => ({
      id: `c-${id}`,
      itemId: id,
      itemType: type.name,
      ownerId: NOBODY_ELSE,
      body: '评论',
    }))
    await app.services.db.insertInto('comment').values(comments).execute()
  }
}

/** What a valid call about the item sends. */
export function requestFor(app: TestApp, type: ContentType, operation: Operation, id: string) {
  switch (operation.content?.action) {
    case 'update':
      return { params: {}, body: { ...withUnique(type, bodyOf(app, type), id), id, revision: 1 } }
    case 'commentAdd':
      return { params: {}, body: { dataId: id, content: '评论' } }
    case 'commentList':
      return { params: { dataId: id }, body: undefined }
    case 'commentReport':
      return { params: {}, body: { id: `c-${id}`, reason: '1' } }
    case 'commentLike':
      return { params: { id: `c-${id}` }, body: undefined }
    case 'set':
      return { params: {}, body: { ...standing(app, type, operation), id } }
    case 'accept':
    case 'decline':
    case 'refuse':
    case 'handle':
    case 'dismiss':
      if (operation.method === 'POST') return { params: {}, body: { id, reason: '资料不全' } }
      return { params: { id, reason: '资料不全' }, body: undefined }
    default:
      return operation.method === 'POST'
        ? { params: {}, body: { id, ...said(app, type, operation) } }
        : { params: { id, ...wordsOf(type, operation) }, body: undefined }
  }
}

const stepsOf = ({ lifecycle }: ContentType, { content }: Operation) =>
  lifecycle.transitions.filter(({ action }) => action === content?.action)

/** What is given with a step that comes by POST: its words, or the answers to its form. */
function said(app: TestApp, type: ContentType, operation: Operation): object {
  const steps = stepsOf(type, operation)
  const form = app.source.model.forms.find(({ id }) => steps.some((step) => step.form === id))
  return form ? validAnswers(createRandom(1), form, 0) : wordsOf(type, operation)
}

const wordsOf = (type: ContentType, operation: Operation) =>
  stepsOf(type, operation).some(({ reason }) => resolveReason(reason)) ? { reason: '资料不全' } : {}

/** Nobody has uploaded it. */
const NO_FILE = '0f8fad5b-d9cb-469f-a165-000000000000'

/** The fields that a step sets, as they stand already. */
function standing(app: TestApp, type: ContentType, { content }: Operation) {
  const stored = bodyOf(app, type)
  const fields = type.fields.filter(({ name }) => content?.fields?.includes(name))
  return Object.fromEntries(
    fields.map(({ name, schema }) => [name, stored[name] ?? schema.default ?? [NO_FILE]]),
  )
}

/** As it was before somebody changed it. */
export async function putBack(
  app: TestApp,
  type: ContentType,
  relation: Relation,
  id: string,
): Promise<void> {
  const { db } = app.services
  const status = statusOf(type, relation)
  await db.deleteFrom('pendingVersion').where('itemId', '=', id).execute()
  await db.updateTable('item').set({ status, revision: 1 }).where('id', '=', id).execute()
}

/** The last piece of work that was done with references turned away: two such would wait for each other's rows. */
let turned: Promise<unknown> = Promise.resolve()

/** While the work is done nothing refers to the item that would keep it from being deleted (`x-holds`). */
export async function asFree<T>(
  { services, source }: TestApp,
  { name }: ContentType,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const holders = source.model.contentTypes.flatMap((type) =>
    type.fields.flatMap((field) => (field.holds && field.ref === name ? [{ type: type.name, field }] : [])),
  )
  if (!holders.length) return work()
  /** In a single reference and in a list of references. */
  const point = async (from: string, to: string) => {
    for (const { type, field } of holders) {
      const written = sql`(body->${sql.lit(field.name)})::text`
      const changed = sql`replace(${written}, ${JSON.stringify(from)}, ${JSON.stringify(to)})::jsonb`
      await sql`update item set body = body || jsonb_build_object(${field.name}::text, ${changed})
        where type = ${type} and position(${JSON.stringify(from)} in ${written}) > 0`.execute(services.db)
    }
  }
  const elsewhere = `${id}-elsewhere`
  const done = turned.then(async () => {
    await point(id, elsewhere)
    try {
      return await work()
    } finally {
      await point(elsewhere, id)
    }
  })
  turned = done.catch(() => undefined)
  return done
}
