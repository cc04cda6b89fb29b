// Owns the drafts of half-filled forms that a signed-in person takes up again on any device.
import { Failure } from '../../shared/errors.ts'
import type { Call, Handlers } from '../call.ts'
import { sealAnswers } from '../secrets/seal-fields.ts'
import { cleanDeep } from '../validation/to-stored.ts'
import { requireSignedIn } from './access.ts'
import { type Parameters, readInteger, readText, requireText } from './read-parameter.ts'

const MAX_BYTES = 256 * 1024
const MAX_DRAFTS = 200
/** Stands for the draft of a new item, which has no id yet. */
const NEW_KEY = 'new'

/** The form's draft of the person asking; null where there is none. */
export async function getDraft(call: Call, form: string, params: Parameters): Promise<unknown> {
  const userId = requireSignedIn(call.asker).id
  const key = readText(params, 'key') ?? NEW_KEY
  const draft = await call.services.db
    .selectFrom('draft')
    .select(['form', 'key', 'version', 'body', 'updatedAt'])
    .where((eb) => eb.and({ userId, form, key }))
    .executeTakeFirst()
  if (!draft) return null
  const { body, updatedAt, ...rest } = draft
  return { ...rest, data: body, updatedAt: updatedAt.toISOString() }
}

/** Replaces the draft; `data` is whatever the form holds, and is no content until it is handed in. */
export async function saveDraft(call: Call, form: string, params: Parameters): Promise<unknown> {
  const { services } = call
  const userId = requireSignedIn(call.asker).id
  const key = readText(params, 'key') ?? NEW_KEY
  const version = readInteger(params, 'version', { min: 0, max: 1_000_000 }) ?? 1
  const body = sealAnswers(services, toData(params.data))
  const updatedAt = services.clock()
  await services.db
    .insertInto('draft')
    .values({ userId, form, key, body, version, updatedAt })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'form', 'key']).doUpdateSet({ body, version, updatedAt }),
    )
    .execute()
  await dropOldest(call, userId)
  return { form, key, version, updatedAt: updatedAt.toISOString() }
}

function toData(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Failure('BAD_INPUT')
  if (JSON.stringify(value).length > MAX_BYTES) throw new Failure('BODY_TOO_LARGE')
  return cleanDeep(value) as Record<string, unknown> // an object stays an object
}

async function dropOldest({ services: { db } }: Call, userId: string): Promise<void> {
  const keep = db.selectFrom('draft').select('updatedAt').where('userId', '=', userId)
  const limit = await keep.orderBy('updatedAt', 'desc').offset(MAX_DRAFTS).limit(1).executeTakeFirst()
  if (!limit) return
  await db
    .deleteFrom('draft')
    .where('userId', '=', userId)
    .where('updatedAt', '<=', limit.updatedAt)
    .execute()
}

function requireForm(call: Call, params: Parameters): string {
  const form = requireText(params, 'form')
  const model = call.services.model()
  if (![...model.forms.map(({ id }) => id), ...model.contentTypes.map(({ name }) => name)].includes(form)) {
    throw new Failure('BAD_PARAMETER', { errors: [{ path: '/form', message: '没有这个表单' }] })
  }
  return form
}

export const draftHandlers: Handlers = {
  'draft.get': async (call) => getDraft(call, requireForm(call, call.params), call.params),
  'draft.save': async (call) => {
    const params = { ...call.params, ...(call.body as Parameters | null) } // validated as an object, or null
    return saveDraft(call, requireForm(call, params), params)
  },
  'draft.remove': async (call) => {
    const params = { ...call.params, ...(call.body as Parameters | null) } // validated as an object, or null
    const userId = requireSignedIn(call.asker).id
    const key = readText(params, 'key') ?? NEW_KEY
    const form = requireText(params, 'form')
    const query = call.services.db.deleteFrom('draft').where((eb) => eb.and({ userId, form, key }))
    const { numDeletedRows } = await query.executeTakeFirst()
    return { removed: numDeletedRows > 0n }
  },
}
