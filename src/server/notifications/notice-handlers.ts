// Handles the calls about one's own notices (MSG-02) and the operators' announcements.
import { type RawBuilder, sql } from 'kysely'
import { findAudience } from '#server/content/workflow/receivers.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText, requireText } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { announce } from './announce.ts'
import { tryNotice } from './try-notice.ts'
import { countUnread, notifyUnread } from './unread/notify-unread.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly kind: string
  readonly template: string
  readonly itemType: string | null
  readonly itemId: string | null
  readonly params: Readonly<Record<string, unknown>> | null
  readonly readAt: Date | null
  readonly createdAt: Date
}

const COLUMNS = sql`id, title, content, kind, template, item_type, item_id, params, read_at, created_at`
const UNREAD = '0'
const READ = '1'

const own = (userId: string): RawBuilder<unknown> => sql`user_id = ${userId} and deleted_at is null`

function toNotice(model: Model, { kind, template, itemType, itemId, params, readAt, ...row }: Row) {
  return {
    ...row,
    noticeType: kind,
    dataType: itemType,
    dataId: itemId,
    linkUrl: linkOf(model, { template, itemType, params }),
    readStatus: readAt ? READ : UNREAD,
  }
}

function findNotices(call: Call): Promise<unknown> {
  const { services, params } = call
  const model = services.model()
  const [keyWord, noticeType, readStatus] = ['keyWord', 'noticeType', 'readStatus'].map((name) =>
    readText(params, name),
  )
  return readPage(
    call,
    {
      columns: COLUMNS,
      from: sql`from notice where ${own(requireSignedIn(call.caller).id)}
        ${keyWord === undefined ? sql`` : sql`and ${textsMatch([sql`title`, sql`content`], keyWord, lexiconOf(model))}`}
        ${noticeType === undefined ? sql`` : sql`and kind = ${noticeType}`}
        ${readStatus === undefined ? sql`` : sql`and (read_at is not null) = ${readStatus === READ}::boolean`}`,
      order: sql`created_at desc, id desc`,
    },
    (row: Row) => toNotice(model, row),
  )
}

/** Another's is missing, as one that is not there. */
async function readNotice({ services, params, caller }: Call): Promise<unknown> {
  const { id } = requireSignedIn(caller)
  const { rows } = await sql<Row>`
    select ${COLUMNS} from notice where id = ${requireText(params, 'id')} and ${own(id)}`.execute(services.db)
  if (!rows[0]) throw new Failure('NOT_FOUND')
  return toNotice(services.model(), rows[0])
}

/** `all` for everything; what is another's, or gone, is passed over, but not when nothing else is named. */
async function change(
  { services, caller }: Call,
  named: Named,
  set: RawBuilder<unknown>,
): Promise<{ readonly count: number }> {
  const { id } = requireSignedIn(caller)
  const ids = [...(named.ids ?? []), ...(named.id === undefined ? [] : [named.id])]
  if (ids.length === 0 && named.all !== true)
    throw new Failure('BAD_INPUT', { errors: [{ path: '/ids', message: '请先选择通知' }] })
  const which = named.all === true ? sql`true` : sql`id = any(${ids}::text[])`
  return services.db.transaction().execute(async (transaction) => {
    const { rows } = await sql`update notice set ${set} where ${own(id)} and ${which} returning id`.execute(
      transaction,
    )
    if (rows.length === 0 && named.all !== true) throw new Failure('NOT_FOUND')
    await notifyUnread(transaction, [id])
    return { count: rows.length }
  })
}

interface Named {
  readonly id?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly all?: boolean | undefined
}

const toSet = (status: string, now: Date): RawBuilder<unknown> =>
  status === READ ? sql`read_at = coalesce(read_at, ${now})` : sql`read_at = null`

async function makeAnnouncement(call: Call): Promise<unknown> {
  const { services } = call
  const { title, content, receivers = [] } = bodyOf<'msgNotice.announce'>(call)
  const model = services.model()
  const names = model.roles
    .map(({ name }) => name)
    .filter((name) => receivers.length === 0 || (receivers as readonly string[]).includes(name))
  return services.db.transaction().execute(async (transaction) => {
    const people = (await findAudience(transaction, model, names)).map(({ id }) => id)
    const id = newId(services.clock())
    await announce(transaction, services, 'announcement', { cause: id, values: { title, content } }, people)
    await auditAccountAction(
      call,
      { action: 'msgNotice.announce', detail: { title, count: people.length } },
      transaction,
    )
    return { id, count: people.length }
  })
}

export const noticeHandlers: Handlers = {
  'msgNotice.list': findNotices,
  'msgNotice.info': readNotice,
  'msgNotice.view': (call) =>
    change(call, { id: requireText(call.params, 'id') }, toSet(READ, call.services.clock())),
  'msgNotice.remove': (call) =>
    change(call, bodyOf<'msgNotice.remove'>(call), sql`deleted_at = ${call.services.clock()}`),
  'msgNotice.setStatus': (call) => {
    const { readStatus = READ, ...named } = bodyOf<'msgNotice.setStatus'>(call)
    return change(call, named, toSet(readStatus, call.services.clock()))
  },
  'msgNotice.settings': loadSettings,
  'msgNotice.saveSettings': saveSettings,
  'msgNotice.announce': makeAnnouncement,
  'msgNotice.try': tryNotice,
  'msgNotice.unread': async ({ services, caller }) => {
    const { id } = requireSignedIn(caller)
    return (await countUnread(services.db, [id])).get(id)
  },
}

interface Linked {
  readonly template: string
  readonly itemType: string | null
  readonly params: Readonly<Record<string, unknown>> | null
}

/** Such as `/needDetail?id=1`; null where there is nothing to open, or no such page any more. */
function linkOf({ notices }: Model, { template, itemType, params }: Linked): string | null {
  const open = notices.find(({ id }) => id === template)?.open
  const path = open?.pages ? open.pages[itemType ?? ''] : open?.path
  if (path === undefined) return null
  const rest = new Map(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]))
  const filled = path.replaceAll(/\/:(\w+)\??/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return value === undefined ? '' : `/${encodeURIComponent(value)}`
  })
  const query = new URLSearchParams([...rest])
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** Returns the settings. By default text messages are on for all kinds that use them, and e-mail is off. */
async function loadSettings({ services, caller }: Call): Promise<unknown> {
  const { id } = requireSignedIn(caller)
  const row = await services.db
    .selectFrom('noticeSetting')
    .select(['sms', 'mail', 'email'])
    .where('userId', '=', id)
    .executeTakeFirst()
  const { notices } = services.model()
  const sent = (channel: 'sms' | 'mail') => [
    ...new Set(notices.flatMap(({ channels, kind }) => (channels.includes(channel) ? [kind] : []))),
  ]
  return row ?? { sms: sent('sms'), mail: [], email: null }
}

async function saveSettings(call: Call): Promise<null> {
  const { services } = call
  const { id } = requireSignedIn(call.caller)
  const { sms = [], mail = [], email } = bodyOf<'msgNotice.saveSettings'>(call)
  const row = {
    sms: JSON.stringify(sms),
    mail: JSON.stringify(mail),
    email: email ?? null,
    updatedAt: services.clock(),
  }
  await services.db
    .insertInto('noticeSetting')
    .values({ userId: id, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
  return null
}
