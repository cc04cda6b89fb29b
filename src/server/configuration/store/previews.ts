// Keeps configurations that are looked at before they are published, so that each process can serve them.
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { applyLayer, type Layer } from '#config/load/layer/apply-layer.ts'
import { checkFiles } from '#server/configuration/check-files.ts'
import { Bodies } from '#server/configuration/configuration-bodies.ts'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { previewFolder } from '#shared/calls/configuration-preview.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { storeLayer, toLayer } from './published.ts'

const HOUR = 3_600_000
/** While somebody edits; each save begins it anew. */
const EDITING_HOURS = 2

/** The same configuration keeps the later end. */
export async function keepPreview(
  db: Kysely<Schema>,
  { hash, layer, now, hours = EDITING_HOURS }: NewPreview,
): Promise<Date> {
  const until = new Date(now.getTime() + hours * HOUR)
  await db.deleteFrom('configurationPreview').where('until', '<', now).execute()
  const row = await db
    .insertInto('configurationPreview')
    .values({ hash, layer: await storeLayer(db, layer), until })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet(({ fn, ref, val }) => ({
        until: fn<Date>('greatest', [ref('configurationPreview.until'), val(until)]),
      })),
    )
    .returning('until')
    .executeTakeFirstOrThrow()
  return row.until
}

interface NewPreview {
  /** Of the model. */
  readonly hash: string
  readonly layer: Layer
  readonly now: Date
  readonly hours?: number
}

const bodiesOf = perModel((model: Model) => new Bodies(model))

/** Models are large: this many are kept compiled in a process. */
const MAX_KEPT = 4
const OWN_FILES = /"\/config\/(?=pages\/)/g

/**
 * Serves the manifest and the pages of configurations that are not published yet, by the hash of their model.
 *
 * @example
 * const body = await previews.find('3f2a9c0d1e4b', 'manifest.json')
 */
export class Previews {
  readonly #source: ConfigurationSource
  readonly #services: Needs
  readonly #kept = new LRUCache<string, Bodies>({ max: MAX_KEPT })

  readonly #findModel: FindModel

  /** `findModel`: of a preview link, by its token. */
  constructor(source: ConfigurationSource, services: Needs, findModel: FindModel = async () => undefined) {
    this.#source = source
    this.#services = services
    this.#findModel = findModel
  }

  /** Undefined for a hash that nobody keeps, or whose time is over, and for a file that it has not. */
  async find(hash: string, file: string): Promise<{ text(): string } | undefined> {
    // A page is asked for by who has the manifest; a link may have been revoked since.
    if (file !== 'manifest.json') {
      const bodies = this.#kept.get(hash) ?? (await this.#load(hash))
      return bodies?.byUrl.get(`/config/${file}`)
    }
    const bodies = await this.#load(hash)
    // Its pages are found below the same address.
    const text = bodies?.manifest.text.replace(OWN_FILES, `"${previewFolder(hash)}`)
    return text === undefined ? undefined : { text: () => text }
  }

  async #load(hash: string): Promise<Bodies | undefined> {
    const { db, clock } = this.#services
    const row = await db
      .selectFrom('configurationPreview')
      .select('layer')
      .where('hash', '=', hash)
      .where('until', '>', clock())
      .executeTakeFirst()
    if (!row) return this.#loadLink(hash)
    const bodies = this.#kept.get(hash) ?? (await this.#compile(await toLayer(db, row.layer)))
    if (bodies) this.#kept.set(hash, bodies)
    return bodies
  }

  async #loadLink(token: string): Promise<Bodies | undefined> {
    const model = await this.#findModel(token)
    return model && bodiesOf(model)
  }

  async #compile(layer: Layer): Promise<Bodies | undefined> {
    const result = await checkFiles(applyLayer(this.#source.files, layer).files)
    return result.ok ? new Bodies(result.model) : undefined
  }
}

type FindModel = (token: string) => Promise<Model | undefined>
type Needs = { readonly db: Kysely<Schema>; readonly clock: () => Date }
