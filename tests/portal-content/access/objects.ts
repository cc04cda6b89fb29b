// Provides the objects of the access matrix that are no items: accounts, sessions, papers, dictionaries.
import { newId } from '#server/platform/database/new-id.ts'
import { keepFile } from '../../server/support/keep-file.ts'
import type { TestApp } from '../../server/support/test-app.ts'
import type { Asker, Relation } from './askers.ts'

interface Request {
  readonly params: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

type Build = (app: TestApp, relation: Relation, asker: Asker) => Promise<Request> | Request

/** The state in which the account of somebody else can be changed as the call says. */
const READY: Readonly<Record<string, object>> = {
  'users.application': { status: 'pending' },
  'users.approve': { status: 'pending' },
  'users.refuse': { status: 'pending' },
  'users.unblock': { status: 'blocked' },
  'users.whiten': { black: true },
}
const REASON = { reason: '资料不全' }

export async function insertObjects({ services }: TestApp): Promise<void> {
  const common = { role: 'unit', passwordHash: '!', name: '别人' }
  await services.db
    .insertInto('account')
    .values([
      { id: 'somebody', userName: 'somebody', mobile: '13900000001', receiptNo: '1', ...common },
      { id: 'deleted', userName: 'deleted-deleted', status: 'deleted', receiptNo: '2', ...common },
    ])
    .execute()
}

function account(operation: string): Build {
  return async ({ services }, relation, asker) => {
    const ids: Partial<Record<Relation, string>> = { own: asker, other: 'somebody', deleted: 'deleted' }
    const id = ids[relation] ?? 'nobody'
    const set = { status: 'active', black: false, ...READY[operation] }
    if (relation === 'other') await services.db.updateTable('account').set(set).where('id', '=', id).execute()
    if (['users.info', 'users.application'].includes(operation)) return { params: { id } }
    const hasReason = ['users.refuse', 'users.block', 'users.blacken'].includes(operation)
    return { params: {}, body: { id, ...(hasReason ? REASON : {}) } }
  }
}

const session: Build = async ({ sessions, services }, relation, asker) => {
  if (relation === 'missing') return { params: {}, body: { id: 'nothing' } }
  const accountId = relation === 'own' ? asker : 'somebody'
  await sessions.open(accountId, { userAgent: 'device', address: '10.0.0.1' })
  const { id } = await services.db
    .selectFrom('session')
    .select('id')
    .where('accountId', '=', accountId)
    .where('userAgent', '=', 'device')
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  return { params: {}, body: { id } }
}

const paper: Build = async (app, relation, asker) => {
  if (relation === 'missing') return { params: { id: crypto.randomUUID() } }
  const ownerId = relation === 'own' ? asker : 'somebody'
  return { params: { id: await keepFile(app, { form: 'registerUnit', field: 'licenseFile', ownerId }) } }
}

/** A notice of the asker, or of somebody else. */
function notice(operation: string): Build {
  return async ({ services }, relation, asker) => {
    const id = newId(new Date())
    const row = {
      userId: relation === 'other' ? 'somebody' : asker,
      title: '通知',
      content: '内容',
      kind: '1',
    }
    const deletedAt = relation === 'deleted' ? new Date() : null
    if (relation !== 'missing')
      await services.db
        .insertInto('notice')
        .values({ ...row, id, template: 'none', cause: id, deletedAt })
        .execute()
    return ['msgNotice.info', 'msgNotice.view'].includes(operation)
      ? { params: { id } }
      : { params: {}, body: { id } }
  }
}

/** A message to the asker, or between others. */
function message(operation: string): Build {
  return async ({ services }, relation, asker) => {
    const id = newId(new Date())
    const row = {
      id,
      threadId: id,
      senderId: 'somebody',
      addressed: '用户',
      kind: '7',
      title: '来信',
      content: '内容',
    }
    const userId = relation === 'other' ? 'deleted' : asker
    const deletedAt = relation === 'deleted' ? new Date() : null
    if (relation !== 'missing') {
      await services.db
        .insertInto('message')
        .values({ ...row, attachments: '[]' })
        .execute()
      await services.db.insertInto('messageCopy').values({ messageId: id, userId, deletedAt }).execute()
    }
    return ['websiteMessage.info', 'websiteMessage.view'].includes(operation)
      ? { params: { id } }
      : { params: {}, body: { id } }
  }
}

/** A comment on an item of the matrix. */
const comment: Build = ({ source }, relation) => {
  const type = source.model.contentTypes[0]?.name
  return { params: { id: relation === 'other' ? `c-${type}-other` : 'nothing' } }
}

/** A report of a message of somebody else. */
const chatReport: Build = async ({ services }, relation) => {
  if (relation !== 'other') return { params: { id: 'nothing' } }
  const id = newId(new Date())
  const place = { chatId: id, seq: 1, createdAt: new Date() }
  const message = { author: 'somebody', clientId: id, kind: 'text', content: '话' }
  await services.db
    .insertInto('chatMessage')
    .values({ ...place, ...message })
    .execute()
  await services.db
    .insertInto('chatReport')
    .values({ ...place, id, reporter: 'somebody', reason: '1' })
    .execute()
  return { params: { id } }
}

/** An account of a program. */
const serviceAccount: Build = async ({ services: { db } }, relation) => {
  if (relation !== 'other') return { params: { id: 'nothing' } }
  const id = newId(new Date())
  const account = {
    id,
    userName: id,
    name: '程序',
    role: 'ordinary',
    passwordHash: '!',
    form: 'serviceAccount',
  }
  await db.insertInto('account').values(account).execute()
  const key = { keyHash: id, keyHint: id, mode: 'read' as const, operations: '[]', expiresOn: '2099-12-31' }
  await db
    .insertInto('serviceAccount')
    .values({ accountId: id, createdBy: id, ...key })
    .execute()
  return { params: { id } }
}

/** A role that somebody has beside the own one. */
const roleAssignment: Build = async ({ services: { db } }, relation) => {
  if (relation !== 'other') return { params: { id: 'nothing' } }
  const id = newId(new Date())
  const asked = { reason: '分工', askedBy: 'somebody', state: 'active' as const }
  await db
    .insertInto('roleAssignment')
    .values({ id, accountId: 'somebody', role: 'editor', kind: 'role', scope: '{}', ...asked })
    .execute()
  return { params: { id } }
}

/** A revision of the configuration that changes nothing. */
const revision: Build = async ({ services: { db } }, relation) => {
  if (relation !== 'other') return { params: { id: 'nothing' } }
  const { no } = await db
    .insertInto('configurationRevision')
    .values({ words: '试用', layer: '{}' })
    .returning('no')
    .executeTakeFirstOrThrow()
  return { params: { id: String(no) } }
}

/** A webhook, with an event for it under the same id. */
const webhook: Build = async ({ services: { db } }, relation) => {
  if (relation !== 'other') return { params: { id: 'nothing' } }
  const id = newId(new Date())
  const target = { id, name: '系统', url: 'https://example.com', events: '[]', secret: 'whsec_' }
  await db.insertInto('webhook').values(target).execute()
  const event = { id, webhookId: id, event: 'test', cause: id, state: 'arrived' as const, dueAt: new Date() }
  await db.insertInto('webhookDelivery').values(event).execute()
  return { params: { id } }
}

const release: Build = async ({ services: { db } }, relation) => {
  if (relation !== 'other') return { params: { id: 'nothing' } }
  const [id, now] = [newId(new Date()), new Date()]
  const plan = {
    id,
    title: '发布计划',
    note: '',
    state: 'preparing' as const,
    createdAt: now,
    updatedAt: now,
  }
  await db.insertInto('release').values(plan).execute()
  return { params: { id } }
}

const BUILDERS: Readonly<Record<string, Build>> = {
  'websiteMessage.info': message('websiteMessage.info'),
  'websiteMessage.view': message('websiteMessage.view'),
  'websiteMessage.remove': message('websiteMessage.remove'),
  'websiteMessage.setStatus': message('websiteMessage.setStatus'),
  'msgNotice.info': notice('msgNotice.info'),
  'msgNotice.view': notice('msgNotice.view'),
  'msgNotice.remove': notice('msgNotice.remove'),
  'msgNotice.setStatus': notice('msgNotice.setStatus'),
  'account.endDevice': session,
  'comments.info': comment,
  'chatReport.info': chatReport,
  'serviceAccount.info': serviceAccount,
  'roleAssignment.info': roleAssignment,
  'configuration.info': (_app, relation) => ({
    params: { id: relation === 'other' ? 'pages-config~site.json' : 'nothing' },
  }),
  'configuration.revision': revision,
  'release.info': release,
  'webhook.info': webhook,
  'webhook.delivery': webhook,
  'file.describe': async (...asked) => ({
    params: {},
    body: { id: (await paper(...asked)).params.id, alt: '画面' },
  }),
  'file.info': paper,
  'file.download': paper,
  'dict.get': (_app, relation) => ({ params: { name: relation === 'other' ? 'role' : 'nothing' } }),
}

export function objectRequest(
  app: TestApp,
  operation: string,
  relation: Relation,
  asker: Asker,
): Promise<Request> | Request {
  const build = BUILDERS[operation] ?? account(operation)
  return build(app, relation, asker)
}
