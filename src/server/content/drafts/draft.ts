// Stores drafts of half-filled forms, which a signed-in user can continue on any device.
import type { Patch } from 'immer'
import type { ContentActionHandler } from '#server/content/action.ts'
import { transact } from '#server/content/write/write.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { type Parameters, readInteger, readText, requireText } from '#server/platform/calls/read-parameter.ts'
import { bodyTooLarge } from '#server/platform/http/read-json.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { sealAnswers } from '#server/platform/secrets/seal-fields.ts'
import { cleanDeep } from '#server/platform/validation/to-stored.ts'
import { Failure } from '#shared/calls/errors.ts'
import { applyDraftPatches } from './draft-patches.ts'

const MAX_BYTES = 256 * 1024
const MAX_DRAFTS = 200
/** Key of the draft of a new item, which has no id yet. */
const NEW_KEY = 'new'

/** The form's draft of the person asking; null where there is none. */
async function getDraft(call: Call, form: string, params: Parameters): Promise<unknown> {
  const userId = requireSignedIn(call.caller).id
  const key = readText(params, 'key') ?? NEW_KEY
  const draft = await call.services.db
    .selectFrom('draft')
    .select(['form', 'key', 'version', 'revision', 'body', 'outline', 'baseRevision', 'updatedAt'])
    .where((eb) => eb.and({ userId, form, key }))
    .executeTakeFirst()
  if (!draft) return null
  const { body, outline, baseRevision, updatedAt, ...rest } = draft
  return {
    ...rest,
    data: body,
    ...(outline ? { outline } : {}),
    ...(baseRevision === null ? {} : { base: baseRevision }),
    updatedAt: updatedAt.toISOString(),
  }
}

type Data = Readonly<Record<string, unknown>>

/**
 * Saves the draft. `data` is the form's content, which becomes no item before submission; alternatively `patches`
 * change the draft of that `revision`. `outline` describes the form's questions, to show what has changed when the
 * user continues; `base` is the revision of the item that the draft changes. Throws `STALE_REVISION` if the draft has another revision, because somebody saved it in the
 * meantime.
 */
async function saveDraft(call: Call, form: string, params: Parameters): Promise<unknown> {
  const { services } = call
  const userId = requireSignedIn(call.caller).id
  const key = readText(params, 'key') ?? NEW_KEY
  const version = readInteger(params, 'version', { min: 0, max: 1_000_000 }) ?? 1
  const known = readInteger(params, 'revision', { min: 0, max: 1_000_000_000 })
  const base = readInteger(params, 'base', { min: 1, max: 1_000_000_000 })
  if (params.patches !== undefined && (known === undefined || params.data !== undefined))
    throw refused('/patches', '修改须指明所依据的版次，且不与草稿全文同时提交')
  const updatedAt = services.clock()
  const revision = await transact(services, async ({ db }) => {
    const currentDraft = await db
      .selectFrom('draft')
      .select(['body', 'outline', 'baseRevision', 'revision'])
      .where((eb) => eb.and({ userId, form, key }))
      .forUpdate()
      .executeTakeFirst()
    if (known !== undefined && known !== (currentDraft?.revision ?? 0)) throw moved()
    const body = sealAnswers(services, toData(params, currentDraft?.body))
    const outline = (params.outline ?? (params.patches && currentDraft?.outline) ?? null) as Data | null // by the schema
    const row = {
      userId,
      form,
      key,
      body,
      outline,
      baseRevision: base ?? (params.patches ? currentDraft?.baseRevision : null) ?? null,
      version,
      updatedAt,
      revision: (currentDraft?.revision ?? 0) + 1,
    }
    const { userId: _user, form: _form, key: _key, ...changed } = row
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('draft')
      .values(row)
      .onConflict((conflict) => {
        const same = conflict.columns(['userId', 'form', 'key'])
        // If two first drafts are saved at once, the second call is refused.
        return known === 0 ? same.doNothing() : same.doUpdateSet(changed)
      })
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw moved()
    return row.revision
  })
  await dropOldest(call, userId)
  return { form, key, version, revision, updatedAt: updatedAt.toISOString() }
}

function moved(): Failure {
  return new Failure('STALE_REVISION', { message: '草稿已在其他位置保存过，请读取最新的草稿' })
}

function toData({ data, patches }: Parameters, currentData: Data = {}): Data {
  const given = patches === undefined ? data : patched(currentData, patches as readonly Patch[]) // by the schema
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refused('/data', '请提交草稿内容或修改')
  if (JSON.stringify(given).length > MAX_BYTES) throw bodyTooLarge(MAX_BYTES)
  return cleanDeep(given) as Data // an object stays an object
}

function patched(currentData: Data, patches: readonly Patch[]): Data {
  const data = applyDraftPatches(currentData, patches)
  if (!data) throw refused('/patches', '修改与草稿的现有内容不符，请读取最新的草稿')
  return data
}

function refused(path: string, message: string): Failure {
  return new Failure('BAD_INPUT', { errors: [{ path, message }] })
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

/** Returns the draft of a type's own form. */
export const draftGet: ContentActionHandler = ({ call, plan, params }) =>
  getDraft(call, plan.type.name, params)

/** Saves the draft of a type's own form. */
export const draftSave: ContentActionHandler = ({ call, plan, params }) =>
  saveDraft(call, plan.type.name, { ...params, ...(call.body as Parameters | null) }) // validated as an object, or null

function requireForm(call: Call, params: Parameters): string {
  const form = requireText(params, 'form')
  const model = call.services.model()
  if (![...model.forms.map(({ id }) => id), ...model.contentTypes.map(({ name }) => name)].includes(form)) {
    throw new Failure('BAD_PARAMETER', { errors: [{ path: '/form', message: '表单不存在' }] })
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
    const userId = requireSignedIn(call.caller).id
    const key = readText(params, 'key') ?? NEW_KEY
    const form = requireText(params, 'form')
    const query = call.services.db.deleteFrom('draft').where((eb) => eb.and({ userId, form, key }))
    const { numDeletedRows } = await query.executeTakeFirst()
    return { removed: numDeletedRows > 0n }
  },
}
