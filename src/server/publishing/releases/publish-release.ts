// Publishes and takes back releases: all their items and files in one transaction, or nothing with the reason.
import type { Kysely } from 'kysely'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { servedText, withDrafts, withTexts } from '#server/configuration/store/drafts.ts'
import { loadServed, publish } from '#server/configuration/store/publish.ts'
import { settle } from '#server/content/write/write.ts'
import { loadAccount } from '#server/identity/sessions/session-store.ts'
import { announce } from '#server/notifications/announce.ts'
import type { AuditEntry, WriteScope } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { NO_REQUEST } from '#server/platform/http/no-request.ts'
import { every, type Task } from '#server/platform/scheduler/task.ts'
import { Failure } from '#shared/calls/errors.ts'
import { naming, publishItem, type ReleaseCall, returnItem } from './release-items.ts'
import {
  isOpen,
  loadFiles,
  loadItems,
  type Release,
  type ReleaseFile,
  requireRelease,
  requireState,
  toDrafts,
} from './release-store.ts'

const MINUTE = 60_000

type Db = Kysely<Schema>

/** What is written beside the items, in their transaction. */
interface Along {
  readonly scope: WriteScope
  /** Null where no configuration is published. */
  readonly revision: number | null
}

/** The configuration that goes with the items; undefined where it stays as it is. */
type Configuration = Omit<Parameters<typeof publish>[2], 'along' | 'words'> | undefined

/** One transaction of items, files and the release itself; others learn of it afterwards. */
async function together(
  call: ReleaseCall,
  source: ConfigurationSource,
  { title }: Pick<Release, 'title'>,
  configuration: Configuration,
  work: (along: Along) => Promise<AuditEntry>,
): Promise<void> {
  const { services } = call
  let touched = new Set<string>()
  const along = async (db: Db, revision: number | null) => {
    touched = new Set()
    const scope: WriteScope = { db, touched, entries: [], changes: new Map() }
    const entry = await work({ scope, revision })
    await settle(scope, { ...services, db }, [entry])
  }
  if (configuration) await publish(call, source, { ...configuration, words: `发布计划：${title}`, along })
  else await services.db.transaction().execute((db) => along(db, null))
  for (const topic of touched) services.cache.changed(topic)
}

const toEntry = (
  { caller, request }: ReleaseCall,
  action: string,
  { id, title }: Release,
  detail: Record<string, unknown>,
): AuditEntry => ({
  actor: caller?.id ?? null,
  action,
  target: id,
  result: 'ok',
  address: request.address,
  requestId: request.id,
  detail: { title, ...detail },
})

/** To its author and to who has scheduled it, but for who is calling. */
async function notify(
  db: Db,
  { services, account }: ReleaseCall,
  { id, title, authorId, scheduledBy }: Release,
  { outcome, reason = '' }: { readonly outcome: string; readonly reason?: string },
): Promise<void> {
  const receivers = new Set([authorId, scheduledBy].filter((one) => one !== null && one !== account?.id))
  const cause = `${id}:${services.clock().toISOString()}`
  await announce(db, services, 'release.ended', { cause, values: { id, title, outcome, reason } }, [
    ...receivers,
  ] as string[])
}

/** Everything is done, and taken back. */
class Trial extends Error {}

/** Publishes and takes everything back. Throws why it would not be published. */
export async function tryRelease(call: ReleaseCall, source: ConfigurationSource, id: string): Promise<void> {
  const release = await requireRelease(call.services.db, id)
  requireState(release, ['preparing', 'arranged'], '检查')
  await publishParts(call, source, release, { isTrial: true }).catch((error: unknown) => {
    if (!(error instanceof Trial)) throw error
  })
}

/** Throws why nothing was published, which the release says too. */
export async function publishRelease(
  call: ReleaseCall,
  source: ConfigurationSource,
  id: string,
  { isDue = false } = {},
): Promise<void> {
  const release = await requireRelease(call.services.db, id)
  requireState(release, ['preparing', 'arranged'], '发布')
  try {
    await publishParts(call, source, release, { isDue })
  } catch (error) {
    if (error instanceof Failure) await noteProblem(call, release, error.message, isDue)
    throw error
  }
}

async function publishParts(
  call: ReleaseCall,
  source: ConfigurationSource,
  release: Release,
  { isDue = false, isTrial = false }: { readonly isDue?: boolean; readonly isTrial?: boolean },
): Promise<void> {
  const { services } = call
  const { id } = release
  const [items, files] = [await loadItems(services.db, id), await loadFiles(services.db, id)]
  if (items.length + files.length === 0)
    throw new Failure('WRONG_STATE', { message: '发布计划里还没有内容，请先加入要发布的内容或配置' })
  const drafts = toDrafts(files)
  const texts = new Map<string, { readonly before: string | null; readonly after: string | null }>()
  const isChanging = withDrafts(await loadServed(source, services), drafts).paths.length > 0
  const configuration: Configuration = isChanging
    ? {
        action: 'release.publish',
        build: (served) => {
          const next = withDrafts(served, drafts)
          for (const path of next.paths)
            texts.set(path, {
              before: servedText(served, path),
              after: next.layer[path] ? next.layer[path].text : (served.base.get(path) ?? null),
            })
          return next
        },
      }
    : undefined
  await together(call, source, release, configuration, async ({ scope, revision }) => {
    const { db } = scope
    const locked = await requireRelease(db, id, { lock: true })
    requireState(locked, ['preparing', 'arranged'], '发布')
    if (isDue && !isNow(locked, services.clock()))
      throw new Failure('WRONG_STATE', { message: '发布计划改了时间' })
    for (const part of items) await naming(part, () => publishItem(call, scope, part))
    if (isTrial) throw new Trial()
    await noteTexts(db, files, texts)
    await db
      .updateTable('release')
      .set({
        state: 'released',
        problem: null,
        publishedAt: services.clock(),
        updatedAt: services.clock(),
        revision,
      })
      .where('id', '=', id)
      .execute()
    await notify(db, call, release, { outcome: '已发布' })
    return toEntry(call, 'release.publish', release, { items: items.length, files: files.length, revision })
  })
}

const isNow = ({ state, plannedAt }: Release, now: Date): boolean =>
  state === 'arranged' && plannedAt !== null && plannedAt <= now

/** A draft that says the same is no draft any more. */
async function noteTexts(
  db: Db,
  files: readonly ReleaseFile[],
  texts: ReadonlyMap<string, { readonly before: string | null; readonly after: string | null }>,
): Promise<void> {
  for (const { releaseId, path, text, addedBy } of files) {
    const changed = texts.get(path)
    if (changed)
      await db
        .updateTable('releaseFile')
        .set(changed)
        .where('releaseId', '=', releaseId)
        .where('path', '=', path)
        .execute()
    await db
      .deleteFrom('configurationDraft')
      .where('accountId', '=', addedBy)
      .where('path', '=', path)
      .where((where) => where('text', text === null ? 'is' : '=', text))
      .execute()
  }
}

/** A release that was due waits for its author again; it is not tried every minute. */
async function noteProblem(
  call: ReleaseCall,
  release: Release,
  problem: string,
  isDue: boolean,
): Promise<void> {
  const { services } = call
  await services.db.transaction().execute(async (db) => {
    const locked = await requireRelease(db, release.id, { lock: true })
    if (!isOpen(locked) || (isDue && !isNow(locked, services.clock()))) return
    await db
      .updateTable('release')
      .set({ problem, updatedAt: services.clock(), ...(isDue ? { state: 'preparing' as const } : {}) })
      .where('id', '=', release.id)
      .execute()
    if (!isDue) return
    const entry = toEntry(call, 'release.publish', release, { reason: problem })
    await services.audit({ ...entry, result: 'failed' }, db)
    await notify(db, call, release, { outcome: '没有发布', reason: problem })
  })
}

/** Takes back what the release has published, unless something of it has changed since. */
export async function rollBackRelease(
  call: ReleaseCall,
  source: ConfigurationSource,
  id: string,
  reason: string,
): Promise<void> {
  const { services } = call
  const release = await requireRelease(services.db, id)
  requireState(release, ['released'], '撤回')
  const [items, files] = [await loadItems(services.db, id), await loadFiles(services.db, id)]
  const changed = files.filter(({ before, after }) => before !== after)
  const configuration: Configuration =
    changed.length === 0
      ? undefined
      : {
          action: 'release.rollback',
          build: (served) => {
            const other = changed.find(({ path, after }) => servedText(served, path) !== after)
            if (other)
              throw new Failure('STALE_REVISION', {
                message: `配置文件 ${other.path} 发布之后又有改动，不能撤回`,
              })
            return withTexts(served, new Map(changed.map(({ path, before }) => [path, before])))
          },
        }
  await together(call, source, release, configuration, async ({ scope, revision }) => {
    const { db } = scope
    requireState(await requireRelease(db, id, { lock: true }), ['released'], '撤回')
    for (const part of items) await naming(part, () => returnItem(call, scope, part, reason))
    await db
      .updateTable('release')
      .set({ state: 'reverted', updatedAt: services.clock() })
      .where('id', '=', id)
      .execute()
    await notify(db, call, release, { outcome: '已撤回', reason })
    return toEntry(call, 'release.rollback', release, { reason, revision })
  })
}

/** Publishes what is due, each once over all processes. A refusal is the author's to mend, and no fault of the task. */
export const releaseTask = (source: ConfigurationSource): Task => ({
  name: 'publishing.releases',
  next: every(MINUTE),
  run: async ({ services }) => {
    const due = await services.db
      .selectFrom('release')
      .select(['id', 'scheduledBy'])
      .where('state', '=', 'arranged')
      .where('plannedAt', '<=', services.clock())
      .orderBy('plannedAt')
      .execute()
    for (const { id, scheduledBy } of due) {
      const account = (scheduledBy && (await loadAccount(services, scheduledBy))) || null
      const call = { services, account, caller: account, request: NO_REQUEST }
      await publishRelease(call, source, id, { isDue: true }).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
    }
  },
})
