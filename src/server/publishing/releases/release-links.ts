// Handles links by which somebody looks at the portal as it will be with a release, or with drafts, as one role.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Layer } from '#config/load/layer/apply-layer.ts'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { loadDrafts, withDrafts } from '#server/configuration/store/drafts.ts'
import { fileTitle, requireEditable } from '#server/configuration/store/editable-files.ts'
import { loadServed } from '#server/configuration/store/publish.ts'
import { storeLayer, toLayer } from '#server/configuration/store/published.ts'
import type { Call, Handlers, Services } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { digestOfToken } from '#server/platform/http/preview-key.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { CONFIGURATION_PREVIEW } from '#shared/calls/configuration-preview.ts'
import { Failure } from '#shared/calls/errors.ts'
import { loadFiles, requireRelease, toDrafts } from './release-store.ts'

const DAY_MS = 24 * 3_600_000
/** Of one account at a time. */
const MAX_OPEN = 50
const VISITOR = 'visitor'

/** The calls for preview links of releases. */
export const buildLinkHandlers = (source: ConfigurationSource): Handlers => ({
  'release.links': listLinks,
  'release.link': (call) => createLink(call, source),
  'release.revokeLink': revokeLink,
})

export const roleTitle = ({ roles }: Pick<Services, 'roles'>, role: string | null): string =>
  role === null ? '访客' : (roles.find(({ name }) => name === role)?.title ?? role)

/** Those of a release, else the own ones. */
function listLinks(call: Call): Promise<unknown> {
  const { services, params } = call
  const releaseId = readText(params, 'releaseId')
  const now = services.clock()
  const which =
    releaseId === undefined
      ? sql`created_by = ${requireSignedIn(call.caller).id}`
      : sql`release_id = ${releaseId}`
  return readPage<{ role: string | null }, unknown>(
    call,
    {
      columns: sql`id, title, role, created_at, expires_at, opened_at,
        (select account.name from account where account.id = link.created_by) as created_by,
        revoked_at is null and expires_at > ${now} as is_open`,
      from: sql`from release_link link where ${which}`,
      order: sql`created_at desc, id desc`,
    },
    (row) => ({ ...row, role: roleTitle(services, row.role) }),
  )
}

interface Previewed {
  readonly releaseId: string | null
  readonly title: string
  /** Of drafts, as JSON text. */
  readonly layer: string | null
}

async function findPreviewed(call: Call, source: ConfigurationSource, of: string): Promise<Previewed> {
  const { db } = call.services
  // Files have an ending.
  if (!of.includes('.')) {
    const { title } = await requireRelease(db, of)
    return { releaseId: of, title: `发布计划“${title}”`, layer: null }
  }
  const { path } = requireEditable(call.caller, of)
  const [draft] = await loadDrafts(db, requireSignedIn(call.caller).id, [path])
  if (!draft) throw new Failure('WRONG_STATE', { message: '您没有这个配置文件的草稿，没有可以预览的修改' })
  const { layer } = withDrafts(await loadServed(source, call.services), [draft])
  return {
    releaseId: null,
    title: `“${fileTitle(path, draft.text ?? draft.base)}”的草稿`,
    layer: await storeLayer(db, layer),
  }
}

/** The token stands in the answer alone; its digest is stored. */
async function createLink(call: Call, source: ConfigurationSource): Promise<unknown> {
  const { of, role: written, days } = bodyOf<'release.link'>(call)
  const { services, request } = call
  const role = written === VISITOR ? null : written
  if (role !== null && !services.roles.some(({ name }) => name === role))
    throw new Failure('BAD_INPUT', { errors: [{ path: '/role', message: '没有这种身份' }] })
  const previewed = await findPreviewed(call, source, of)
  const now = services.clock()
  const token = randomBytes(32).toString('base64url')
  const createdBy = requireSignedIn(call.account).id
  const link = {
    ...previewed,
    id: newId(now),
    digest: digestOfToken(token),
    role,
    createdBy,
    createdAt: now,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  }
  await services.db.transaction().execute(async (db) => {
    const { open } = await db
      .selectFrom('releaseLink')
      .select((eb) => eb.fn.countAll<string>().as('open'))
      .where('createdBy', '=', createdBy)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirstOrThrow()
    if (Number(open) >= MAX_OPEN)
      throw new Failure('WRONG_STATE', { message: `有效的预览链接最多 ${MAX_OPEN} 个，请先撤销不用的链接` })
    await db.insertInto('releaseLink').values(link).execute()
    await recordAudit(call, db, 'release.link', link, { role: role ?? VISITOR, days })
  })
  return {
    id: link.id,
    address: `${request.origin}/?${CONFIGURATION_PREVIEW}=${token}#/`,
    role: roleTitle(services, role),
    expiresAt: link.expiresAt.toISOString(),
  }
}

async function revokeLink(call: Call): Promise<unknown> {
  const { id } = bodyOf<'release.revokeLink'>(call)
  const { services } = call
  await services.db.transaction().execute(async (db) => {
    const link = await db
      .updateTable('releaseLink')
      .set({ revokedAt: services.clock() })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning(['id', 'releaseId', 'title'])
      .executeTakeFirst()
    if (!link) throw new Failure('NOT_FOUND', { message: '预览链接不存在或已经撤销' })
    await recordAudit(call, db, 'release.revokeLink', link, {})
  })
  return { id }
}

type AuditedLink = { readonly id: string; readonly releaseId: string | null; readonly title: string }

const recordAudit = (
  { caller, request, services }: Pick<Call, 'caller' | 'request' | 'services'>,
  db: Services['db'],
  action: string,
  { id, releaseId, title }: AuditedLink,
  detail: Readonly<Record<string, string | number>>,
) =>
  services.audit(
    {
      actor: caller?.id ?? null,
      action,
      target: releaseId ?? id,
      result: 'ok',
      address: request.address,
      requestId: request.id,
      detail: { link: id, title, ...detail },
    },
    db,
  )

export interface OpenLink {
  readonly id: string
  readonly releaseId: string | null
  readonly title: string
  readonly role: string | null
  readonly expiresAt: Date
  readonly openedAt: Date | null
  /** When its release was changed last; null for drafts, which stay as they were. */
  readonly changedAt: Date | null
  /** What would be served; undefined where that is as it is. */
  loadLayer(): Promise<Layer | undefined>
}

/** Undefined for a link that is unknown, over or revoked. */
export async function findOpenLink(
  services: Pick<Services, 'db' | 'clock'>,
  source: ConfigurationSource,
  token: string,
): Promise<OpenLink | undefined> {
  const { db, clock } = services
  const row = await db
    .selectFrom('releaseLink')
    .leftJoin('release', 'release.id', 'releaseLink.releaseId')
    .select([
      'releaseLink.id',
      'releaseLink.releaseId',
      'releaseLink.title',
      'releaseLink.role',
      'releaseLink.expiresAt',
      'releaseLink.openedAt',
      'releaseLink.layer',
      'release.updatedAt as changedAt',
    ])
    .where('digest', '=', digestOfToken(token))
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', clock())
    .executeTakeFirst()
  if (!row) return undefined
  const { layer, ...link } = row
  return {
    ...link,
    loadLayer: async () => {
      if (layer) return toLayer(db, layer)
      const files = await loadFiles(db, row.releaseId ?? '')
      const next = withDrafts(await loadServed(source, services), toDrafts(files))
      return next.paths.length > 0 ? next.layer : undefined
    },
  }
}

/** The first opening is in the audit log. */
export async function noteOpening(services: Services, link: OpenLink): Promise<void> {
  if (link.openedAt !== null) return
  await services.db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('releaseLink')
      .set({ openedAt: services.clock() })
      .where('id', '=', link.id)
      .where('openedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n)
      await services.audit(
        {
          actor: null,
          action: 'release.openLink',
          target: link.releaseId ?? link.id,
          result: 'ok',
          detail: { link: link.id, title: link.title },
        },
        db,
      )
  })
}
