// Handles the calls for releases: making one, what it holds, its time, its publication and taking it back.
import { sql } from 'kysely'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { type Draft, loadDrafts } from '#server/configuration/store/drafts.ts'
import {
  fileTitle,
  kindTitle,
  requireEditable,
  toEditable,
  toFileId,
} from '#server/configuration/store/editable-files.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readPaging, readText, requireText } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { toPaged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { findOptions, listCandidates } from './find-parts.ts'
import { publishRelease, rollBackRelease, tryRelease } from './publish-release.ts'
import { isOpen, loadFiles, loadItems, type Release, requireRelease, requireState } from './release-store.ts'

const MAX_PARTS = 50

/** The calls `release.…` but those of preview links. */
export const buildReleaseHandlers = (source: ConfigurationSource): Handlers => ({
  'release.list': listReleases,
  'release.info': (call) => readRelease(call, source),
  'release.parts': (call) => listParts(call, source),
  'release.candidates': listCandidates,
  'release.drafts': (call) => listDrafts(call, source),
  'release.create': createRelease,
  'release.update': updateRelease,
  'release.addItem': addItem,
  'release.addFile': addFile,
  'release.remove': removePart,
  'release.check': async (call) => {
    const { id } = bodyOf<'release.check'>(call)
    await tryRelease(call, source, id)
    return { id, isReady: true, problem: null }
  },
  'release.schedule': scheduleRelease,
  'release.unschedule': (call) =>
    moveTo(call, bodyOf<'release.unschedule'>(call).id, ['arranged'], 'preparing', 'release.unschedule'),
  'release.cancel': (call) =>
    moveTo(call, bodyOf<'release.cancel'>(call).id, ['preparing', 'arranged'], 'dropped', 'release.cancel'),
  'release.publish': async (call) => {
    const { id } = bodyOf<'release.publish'>(call)
    await publishRelease(call, source, id)
    return { id, state: 'released' }
  },
  'release.rollback': async (call) => {
    const { id, reason } = bodyOf<'release.rollback'>(call)
    requireMeaningfulText('撤回原因', reason)
    await rollBackRelease(call, source, id, reason)
    return { id, state: 'reverted' }
  },
  'release.planFiles': planFiles,
})

const COLUMNS = sql`release.id, release.title, release.note, release.state, release.planned_at, release.published_at,
  release.problem, release.revision, release.created_at,
  (select account.name from account where account.id = release.author_id) as author_name,
  (select count(*)::int from release_item part where part.release_id = release.id) as item_count,
  (select count(*)::int from release_file part where part.release_id = release.id) as file_count`

function listReleases(call: Call): Promise<unknown> {
  const { params, services } = call
  const [keyWord, state] = [readText(params, 'keyWord'), readText(params, 'state')]
  // For an item that is to be added: those that still take it.
  const only = readText(params, 'itemId') === undefined ? state : 'preparing'
  return readPage(call, {
    columns: COLUMNS,
    from: sql`from release where true
      ${only === undefined ? sql`` : sql`and release.state = ${only}`}
      ${keyWord === undefined ? sql`` : sql`and ${textsMatch([sql`release.title`], keyWord, lexiconOf(services.model()))}`}`,
    order: sql`release.created_at desc, release.id desc`,
  })
}

async function readRelease(call: Call, source: ConfigurationSource): Promise<unknown> {
  const id = requireText(call.params, 'id')
  const release = await requireRelease(call.services.db, id)
  const { rows } = await sql<Release>`select ${COLUMNS} from release where id = ${id}`.execute(
    call.services.db,
  )
  return { ...rows[0], parts: await describeParts(call, source, release), isEditable: isOpen(release) }
}

async function describeParts({ services }: Call, source: ConfigurationSource, release: Release) {
  const { db } = services
  const [items, files] = [await loadItems(db, release.id), await loadFiles(db, release.id)]
  const accounts = [...items, ...files].map(({ addedBy }) => addedBy)
  const names = new Map(
    (accounts.length === 0
      ? []
      : await db.selectFrom('account').select(['id', 'name']).where('id', 'in', accounts).execute()
    ).map(({ id, name }) => [id, name]),
  )
  const types = new Map(services.model().contentTypes.map(({ name, title }) => [name, title]))
  const isEditable = release.state === 'preparing'
  const of = { releaseId: release.id, isEditable }
  return [
    ...items.map((part) => ({
      ...of,
      id: part.itemId,
      kind: 'item',
      title: part.heading,
      typeTitle: types.get(part.type) ?? part.type,
      action: part.title,
      addedBy: names.get(part.addedBy) ?? null,
    })),
    ...files.map(({ path, text, base, addedBy }) => ({
      ...of,
      id: toFileId(path),
      kind: 'file',
      ...titlesOf(source, path, text ?? base),
      action: text === null ? '删除' : base === null ? '新增' : '修改',
      addedBy: names.get(addedBy) ?? null,
    })),
  ]
}

function titlesOf({ files }: ConfigurationSource, path: string, text: string | null) {
  const file = toEditable(path)
  const typeTitle = kindTitle(files, { schema: file?.schema ?? '' })
  return { title: file?.kind === 'menu' ? typeTitle : fileTitle(path, text), typeTitle }
}

async function listParts(call: Call, source: ConfigurationSource): Promise<unknown> {
  const release = await requireRelease(call.services.db, requireText(call.params, 'releaseId'))
  const parts = await describeParts(call, source, release)
  const paging = readPaging(call.params)
  const start = (paging.page - 1) * paging.limit
  return toPaged(parts.slice(start, start + paging.limit), parts.length, paging)
}

async function listDrafts(call: Call, source: ConfigurationSource): Promise<unknown> {
  const drafts = await loadDrafts(call.services.db, requireSignedIn(call.caller).id)
  const paging = readPaging(call.params)
  const start = (paging.page - 1) * paging.limit
  const list = drafts.slice(start, start + paging.limit).map(({ path, text, base, savedAt }) => ({
    id: toFileId(path),
    path,
    ...titlesOf(source, path, text ?? base),
    draftedAt: savedAt,
  }))
  return toPaged(list, drafts.length, paging)
}

const toTime = (written: string | null | undefined): Date | null => (written ? new Date(written) : null)

interface New {
  readonly title: string
  readonly note?: string | null
  readonly plannedAt?: string | null
}

async function insertRelease(
  call: Call,
  db: Call['services']['db'],
  { title, note, plannedAt }: New,
  state: 'preparing' | 'arranged' = 'preparing',
): Promise<string> {
  const now = call.services.clock()
  const { id: authorId } = requireSignedIn(call.account)
  const id = newId(now)
  await db
    .insertInto('release')
    .values({
      id,
      title,
      note: note ?? '',
      state,
      plannedAt: toTime(plannedAt),
      authorId,
      scheduledBy: state === 'arranged' ? authorId : null,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return id
}

async function createRelease(call: Call): Promise<unknown> {
  const body = bodyOf<'release.create'>(call)
  const { services } = call
  return services.db.transaction().execute(async (db) => {
    const id = await insertRelease(call, db, body)
    await recordAudit(call, db, 'release.create', id, { title: body.title })
    return { id, state: 'preparing' }
  })
}

async function updateRelease(call: Call): Promise<unknown> {
  const { id, title, note, plannedAt } = bodyOf<'release.update'>(call)
  return change(call, id, ['preparing'], 'release.update', { title }, async (db) => {
    await db
      .updateTable('release')
      .set({ title, note: note ?? '', plannedAt: toTime(plannedAt) })
      .where('id', '=', id)
      .execute()
  })
}

/** Of one release whose row is locked, with its audit entry. */
function change(
  call: Call,
  id: string,
  states: readonly Release['state'][],
  action: string,
  detail: Readonly<Record<string, string | null>>,
  work: (db: Call['services']['db'], release: Release) => Promise<void>,
): Promise<{ id: string; state: string }> {
  const { services } = call
  return services.db.transaction().execute(async (db) => {
    const release = await requireRelease(db, id, { lock: true })
    requireState(release, states, '这样办理')
    await work(db, release)
    const { state } = await db
      .updateTable('release')
      .set({ updatedAt: services.clock(), problem: null })
      .where('id', '=', id)
      .returning('state')
      .executeTakeFirstOrThrow()
    await recordAudit(call, db, action, id, { title: release.title, ...detail })
    return { id, state }
  })
}

const recordAudit = (
  { caller, request, services }: Call,
  db: Call['services']['db'],
  action: string,
  target: string,
  detail: Readonly<Record<string, unknown>>,
) =>
  services.audit(
    {
      actor: caller?.id ?? null,
      action,
      target,
      result: 'ok',
      address: request.address,
      requestId: request.id,
      detail,
    },
    db,
  )

async function requireRoom(db: Call['services']['db'], id: string): Promise<void> {
  const [items, files] = [await loadItems(db, id), await loadFiles(db, id)]
  if (items.length + files.length >= MAX_PARTS)
    throw new Failure('WRONG_STATE', { message: `一个发布计划最多 ${MAX_PARTS} 项` })
}

async function addItem(call: Call): Promise<unknown> {
  const { id, itemId, action = null } = bodyOf<'release.addItem'>(call)
  const { row, options } = await findOptions(call, itemId)
  const option = action === null ? options[0] : options.find((one) => one.action === action)
  if (!option)
    throw new Failure('WRONG_STATE', {
      message: `“${row.title}”目前没有您可以随发布计划办理的上线、修改或下线`,
    })
  const { act: _act, ...part } = option
  const detail = { item: itemId, action: option.action }
  return change(call, id, ['preparing'], 'release.addItem', detail, async (db) => {
    await requireRoom(db, id)
    const other = await db
      .selectFrom('releaseItem')
      .innerJoin('release', 'release.id', 'releaseItem.releaseId')
      .select(['release.id', 'release.title'])
      .where('releaseItem.itemId', '=', itemId)
      .where('release.state', 'in', ['preparing', 'arranged'])
      .where('release.id', '!=', id)
      .executeTakeFirst()
    if (other) throw new Failure('WRONG_STATE', { message: `“${row.title}”已在发布计划“${other.title}”中` })
    const added = { ...part, addedBy: requireSignedIn(call.account).id, addedAt: call.services.clock() }
    await db
      .insertInto('releaseItem')
      .values({ releaseId: id, itemId, ...added })
      .onConflict((conflict) => conflict.columns(['releaseId', 'itemId']).doUpdateSet(added))
      .execute()
  })
}

/** The drafts of the caller as they are now. */
async function requireDrafts(call: Call, ids: readonly string[]): Promise<readonly Draft[]> {
  const paths = ids.map((id) => requireEditable(call.caller, id).path)
  const drafts = await loadDrafts(call.services.db, requireSignedIn(call.caller).id, paths)
  const missing = paths.find((path) => !drafts.some((draft) => draft.path === path))
  if (missing !== undefined) throw new Failure('WRONG_STATE', { message: `您没有配置文件 ${missing} 的草稿` })
  return drafts
}

async function insertFiles(
  call: Call,
  db: Call['services']['db'],
  releaseId: string,
  drafts: readonly Draft[],
) {
  const addedBy = requireSignedIn(call.account).id
  const addedAt = call.services.clock()
  for (const { path, base, text } of drafts)
    await db
      .insertInto('releaseFile')
      .values({ releaseId, path, base, text, addedBy, addedAt })
      .onConflict((conflict) =>
        conflict.columns(['releaseId', 'path']).doUpdateSet({ base, text, addedBy, addedAt }),
      )
      .execute()
}

async function addFile(call: Call): Promise<unknown> {
  const { id, file } = bodyOf<'release.addFile'>(call)
  const drafts = await requireDrafts(call, [file])
  return change(call, id, ['preparing'], 'release.addFile', { file: drafts[0]?.path ?? '' }, async (db) => {
    await requireRoom(db, id)
    await insertFiles(call, db, id, drafts)
  })
}

async function removePart(call: Call): Promise<unknown> {
  const { id, part } = bodyOf<'release.remove'>(call)
  return change(call, id, ['preparing'], 'release.remove', { part }, async (db) => {
    await db.deleteFrom('releaseItem').where('releaseId', '=', id).where('itemId', '=', part).execute()
    const path = toEditable(part.replaceAll('~', '/'))?.path
    if (path !== undefined)
      await db.deleteFrom('releaseFile').where('releaseId', '=', id).where('path', '=', path).execute()
  })
}

const requireAhead = ({ services }: Call, plannedAt: Date | null): void => {
  if (plannedAt === null || plannedAt <= services.clock())
    throw new Failure('WRONG_STATE', { message: '请先填写以后的计划发布时间' })
}

async function scheduleRelease(call: Call): Promise<unknown> {
  const { id } = bodyOf<'release.schedule'>(call)
  return change(call, id, ['preparing'], 'release.schedule', {}, async (db, { plannedAt }) => {
    requireAhead(call, plannedAt)
    const [items, files] = [await loadItems(db, id), await loadFiles(db, id)]
    if (items.length + files.length === 0)
      throw new Failure('WRONG_STATE', { message: '发布计划里还没有内容，请先加入要发布的内容或配置' })
    // Whoever schedules it publishes its files.
    for (const { path } of files) requireEditable(call.caller, toFileId(path))
    await db
      .updateTable('release')
      .set({ state: 'arranged', scheduledBy: requireSignedIn(call.account).id })
      .where('id', '=', id)
      .execute()
  })
}

const moveTo = (
  call: Call,
  id: string,
  from: readonly Release['state'][],
  state: Release['state'],
  action: string,
): Promise<unknown> =>
  change(call, id, from, action, {}, async (db) => {
    await db.updateTable('release').set({ state }).where('id', '=', id).execute()
  })

/** A release of nothing but drafts of the caller, for the publish dialog. */
async function planFiles(call: Call): Promise<unknown> {
  const { files, words, plannedAt } = bodyOf<'release.planFiles'>(call)
  requireMeaningfulText('修改说明', words, '/words')
  requireAhead(call, new Date(plannedAt))
  const drafts = await requireDrafts(call, files)
  return call.services.db.transaction().execute(async (db) => {
    const id = await insertRelease(call, db, { title: words, plannedAt }, 'arranged')
    await insertFiles(call, db, id, drafts)
    await recordAudit(call, db, 'release.planFiles', id, {
      title: words,
      files: drafts.map(({ path }) => path),
    })
    return { id, state: 'arranged' }
  })
}
