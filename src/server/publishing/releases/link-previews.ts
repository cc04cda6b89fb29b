// Serves the portal as a preview link shows it: as one role, read only, with the items of its release as they will be.
import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { applyLayer } from '#config/load/layer/apply-layer.ts'
import { checkFiles } from '#server/configuration/check-files.ts'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { toColumns } from '#server/content/items/item-columns.ts'
import { loadRow } from '#server/content/items/item-row.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { loadChanged } from '#server/content/pending-changes/visible-change.ts'
import { ReadCache } from '#server/platform/cache/read-cache.ts'
import type { Account, Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { OpenedPreview, PreviewCalls } from '#server/platform/operations/preview-calls.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import type { SitePreview } from '#shared/model/site.ts'
import { findOpenLink, noteOpening, type OpenLink, roleTitle } from './release-links.ts'
import { isOpen, loadItems } from './release-store.ts'

/** What was read in a transaction that is taken back. */
class Looked extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('Looked at')
    this.answer = answer
  }
}

/** Models are large. */
const MAX_MODELS = 4

export class LinkPreviews implements PreviewCalls {
  readonly #services: Services
  readonly #source: ConfigurationSource
  readonly #models = new LRUCache<string, Promise<Model | undefined>>({ max: MAX_MODELS })

  constructor(services: Services, source: ConfigurationSource) {
    this.#services = services
    this.#source = source
  }

  /** For the page that the link opens. */
  async describe(token: string): Promise<SitePreview> {
    const link = await findOpenLink(this.#services, this.#source, token)
    if (!link) return { isOver: true }
    await noteOpening(this.#services, link)
    return {
      title: link.title,
      role: roleTitle(this.#services, link.role),
      until: link.expiresAt.toISOString(),
      user: link.role !== null && this.#isOpenRole(link.role) ? this.#userOf(link, link.role) : null,
      isOwn: link.role !== null && !this.#isOpenRole(link.role),
    }
  }

  /** What the link shows; undefined where it is over, or what it shows is faulty. */
  async findModel(token: string): Promise<Model | undefined> {
    const link = await findOpenLink(this.#services, this.#source, token)
    return link && this.#loadModel(link)
  }

  /** Compiled again only where the release or what is published has changed. */
  async #loadModel(link: OpenLink): Promise<Model | undefined> {
    const { published, model, files } = this.#source
    const key = `${link.id}:${link.changedAt?.getTime() ?? ''}:${published.revision}:${model.hash}`
    const known = this.#models.get(key)
    if (known) return known
    const compiled = link.loadLayer().then(async (layer) => {
      if (!layer) return model
      const result = await checkFiles(applyLayer(files, layer).files)
      return result.ok ? result.model : undefined
    })
    this.#models.set(key, compiled)
    compiled.catch(() => this.#models.delete(key))
    return compiled
  }

  async open(token: string, account: Account | null): Promise<OpenedPreview> {
    const link = await findOpenLink(this.#services, this.#source, token)
    if (!link) throw new Failure('NOT_FOUND', { message: '预览链接已失效，请向发送人索取新的链接' })
    return {
      account: this.#accountFor(link, account),
      run: async (work) => {
        const model = await this.#loadModel(link)
        if (!model) throw new Failure('NOT_FOUND', { message: '预览的配置有误，改正后才能查看' })
        const services = { ...this.#services, model: () => model }
        return link.releaseId === null ? work(services) : lookAt(services, link.releaseId, work)
      },
    }
  }

  /** A role of the public: what its accounts read may be shown to who has none. */
  #isOpenRole(role: string): boolean {
    const known = this.#services.roles.find(({ name }) => name === role)
    return known?.registers !== undefined && known.grants.length === 0
  }

  #userOf({ id }: Pick<OpenLink, 'id'>, role: string): Account {
    return { id: `preview-${id}`, userName: 'preview', name: '预览', role, black: false, directory: null }
  }

  /** What staff reads is read by accounts of that staff only; all others see what visitors see. */
  #accountFor(link: OpenLink, account: Account | null): Account | null {
    const { role } = link
    if (role === null) return null
    if (this.#isOpenRole(role)) return this.#userOf(link, role)
    const isOne = account?.role === role || account?.assigned?.some((one) => one.role === role) === true
    return isOne || isGranted(account, GRANTS.administer) ? account : null
  }
}

/** The items are written as they will be, read, and taken back: no other call sees it. */
async function lookAt<T>(
  services: Services,
  releaseId: string,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  try {
    await services.db.transaction().execute(async (db) => {
      await applyItems({ ...services, db }, releaseId)
      const cache = new ReadCache(services.database, 0)
      throw new Looked(await work({ ...services, db, cache }))
    })
  } catch (error) {
    if (error instanceof Looked) return error.answer as T
    throw error
  }
  throw new Error('A preview cannot commit')
}

async function applyItems(
  services: Services & { readonly db: Kysely<Schema> },
  releaseId: string,
): Promise<void> {
  const { db } = services
  const release = await db
    .selectFrom('release')
    .select('state')
    .where('id', '=', releaseId)
    .executeTakeFirst()
  if (!release || !isOpen(release)) return
  for (const { itemId, type, toStatus, change } of await loadItems(db, releaseId)) {
    const plan = findPlan(services.model(), type)
    const row = plan && (await loadRow(db, plan, sql`id = ${itemId}`))
    if (!plan || !row) continue
    const body = change === null ? undefined : (await loadChanged(db, plan, row)).body
    const { search, ...columns } = body ? toColumns(plan, body) : { search: null }
    await db
      .updateTable('item')
      .set({
        ...columns,
        ...(body ? { body: sealItem(services, plan.type, body), search: sql`${search}::tsvector` } : {}),
        status: toStatus,
        publishedAt: sql`coalesce(published_at, ${services.clock()})`,
      })
      .where('id', '=', itemId)
      .execute()
  }
}
