// Handles the calls for preview links: those of an item, making one, revoking one, and reading by one without an account.
import { randomBytes } from 'node:crypto'
import { requireItem } from '#server/content/access/access.ts'
import { isConcerned } from '#server/content/access/reads-versions.ts'
import { type ItemRow, toItem } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { requireText } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { digestOfToken } from '#server/platform/http/preview-key.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { itemAddress } from '#shared/addresses/item-address.ts'
import { Failure } from '#shared/calls/errors.ts'
import { PREVIEW_PARAMETER, type PreviewLink } from '#shared/calls/preview-calls.ts'
import { findOpenLink, loadPreviewed } from './preview-links.ts'

const DAY_MS = 24 * 3_600_000
const MAX_LISTED = 50
/** Of one item at a time. */
const MAX_OPEN = 20

export const previewHandlers: Handlers = {
  'preview.list': listLinks,
  'preview.create': createLink,
  'preview.revoke': revokeLink,
  'preview.read': readByLink,
}

interface Concerned {
  readonly plan: TypePlan
  readonly row: ItemRow
}

/** The item, for those who may edit or examine it. Throws as reading it would, or `FORBIDDEN`. */
async function requireConcerned(
  { services, account }: Call,
  id: string,
  options: { readonly includeDeleted?: boolean } = {},
): Promise<Concerned> {
  const { db } = services
  requireSignedIn(account)
  const item = await db.selectFrom('item').select('type').where('id', '=', id).executeTakeFirst()
  const plan = item && findPlan(services.model(), item.type)
  if (!plan) throw new Failure('NOT_FOUND')
  const row = await requireItem({ plan, caller: account, params: {}, db }, id, options)
  if (!isConcerned(plan.type, row, account)) throw new Failure('FORBIDDEN')
  return { plan, row }
}

async function listLinks(call: Call): Promise<unknown> {
  const { row } = await requireConcerned(call, requireText(call.params, 'id'), { includeDeleted: true })
  const { db, clock } = call.services
  const links = await db
    .selectFrom('previewLink')
    .select(['id', 'createdAt', 'expiresAt', 'revokedAt'])
    .where('itemId', '=', row.id)
    .orderBy('createdAt', 'desc')
    .limit(MAX_LISTED)
    .execute()
  const now = clock()
  const list = links.map(
    ({ id, createdAt, expiresAt, revokedAt }): PreviewLink => ({
      id,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
      isOpen: revokedAt === null && expiresAt > now,
    }),
  )
  return { list }
}

/** The token stands in the answer alone; its digest is stored. */
async function createLink(call: Call): Promise<unknown> {
  const { id: itemId, days } = bodyOf<'preview.create'>(call)
  const { plan, row } = await requireConcerned(call, itemId)
  const { services } = call
  const address = itemAddress(plan.type, services.model().pages)
  if (address === undefined)
    throw new Failure('WRONG_STATE', { message: `${plan.type.title}没有详情页，不能预览` })
  const now = services.clock()
  const token = randomBytes(32).toString('base64url')
  const link = { id: newId(now), itemId: row.id, expiresAt: new Date(now.getTime() + days * DAY_MS) }
  await services.db.transaction().execute(async (db) => {
    const { open } = await db
      .selectFrom('previewLink')
      .select((eb) => eb.fn.countAll<string>().as('open'))
      .where('itemId', '=', row.id)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirstOrThrow()
    if (Number(open) >= MAX_OPEN)
      throw new Failure('WRONG_STATE', { message: `有效的预览链接最多 ${MAX_OPEN} 个，请先撤销不用的链接` })
    await db
      .insertInto('previewLink')
      .values({ ...link, digest: digestOfToken(token), createdAt: now })
      .execute()
    await services.audit(toEntry(call, 'preview.create', row.id, { link: link.id, days }), db)
  })
  return {
    id: link.id,
    address: `${call.request.origin}/#${address}${encodeURIComponent(row.id)}&${PREVIEW_PARAMETER}=${token}`,
    expiresAt: link.expiresAt.toISOString(),
  }
}

async function revokeLink(call: Call): Promise<unknown> {
  const { id } = bodyOf<'preview.revoke'>(call)
  const { services } = call
  const link = await services.db
    .selectFrom('previewLink')
    .select('itemId')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!link) throw new Failure('NOT_FOUND', { message: '预览链接不存在' })
  await requireConcerned(call, link.itemId, { includeDeleted: true })
  await services.db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('previewLink')
      .set({ revokedAt: services.clock() })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n)
      await services.audit(toEntry(call, 'preview.revoke', link.itemId, { link: id }), db)
  })
  return { id }
}

/** All that is unknown, over, revoked or deleted is answered alike. */
const closedLink = () => new Failure('NOT_FOUND', { message: '预览链接已失效，请向发送人索取新的链接' })

async function readByLink(call: Call): Promise<unknown> {
  const { services, request } = call
  const token = requireText(call.params, 'token')
  const link = await findOpenLink(services, digestOfToken(token))
  const shown = link && (await loadPreviewed(services, link.itemId))
  if (!link || !shown) throw closedLink()
  await services.audit(toEntry(call, 'preview.read', link.itemId, { link: link.id }))
  request.preview?.keep(token, Math.ceil((link.expiresAt.getTime() - services.clock().getTime()) / 1_000))
  // Everybody reads it without a state: it has none yet that they know.
  return {
    ...toItem(shown.plan, shown.row, null),
    status: null,
    actions: [],
    editable: false,
    previewUntil: link.expiresAt.toISOString(),
  }
}

const toEntry = (
  { caller, request }: Call,
  action: string,
  target: string,
  detail: Readonly<Record<string, string | number>>,
) => ({
  actor: caller?.id ?? null,
  action,
  target,
  result: 'ok' as const,
  address: request.address,
  requestId: request.id,
  detail,
})
