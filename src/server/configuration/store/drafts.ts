// Stores the drafts of configuration files, and lays them over what is published.
import type { Kysely } from 'kysely'
import { applyLayer, type Layer, type LayerConflict, mergeText } from '#config/load/layer/apply-layer.ts'
import { formatLike, readJson } from '#config/load/layer/format-like.ts'
import type { PortalFiles } from '#config/load/read-folder.ts'
import type { Published } from '#server/configuration/configuration-source.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { kindTitle, toEditable } from './editable-files.ts'

export interface Draft {
  readonly path: string
  /** The published text that it was made from. */
  readonly base: string | null
  readonly text: string | null
  readonly savedAt: Date
}

export const MAX_DRAFTS = 200

export const loadDrafts = (
  db: Kysely<Schema>,
  accountId: string,
  paths?: readonly string[],
): Promise<Draft[]> =>
  db
    .selectFrom('configurationDraft')
    .select(['path', 'base', 'text', 'savedAt'])
    .where('accountId', '=', accountId)
    .$if(paths !== undefined, (query) => query.where('path', 'in', [...(paths ?? [])]))
    .orderBy('path')
    .execute()

export async function removeDrafts(
  db: Kysely<Schema>,
  accountId: string,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  await db
    .deleteFrom('configurationDraft')
    .where('accountId', '=', accountId)
    .where('path', 'in', [...paths])
    .execute()
}

/** A valid draft keeps the layout of the published file, so that a revision changes the lines that it means. */
export function tidyText(published: string | null, text: string): string {
  const value = readJson(text)
  return value === undefined ? text : formatLike(published ?? '', value)
}

/** What is served of the files, and what is not decided. */
export interface Served {
  readonly published: Published
  readonly base: PortalFiles
  readonly files: PortalFiles
  readonly conflicts: readonly LayerConflict[]
}

export function toServed(base: PortalFiles, published: Published): Served {
  return { published, base, ...applyLayer(base, published.layer) }
}

export const servedText = ({ files }: Served, path: string): string | null => files.get(path) ?? null

/** A draft over what is published now: what both have changed in different ways is its author's to decide. */
export const mergeDraft = (served: Served, { path, base, text }: Draft) =>
  mergeText(path, servedText(served, path), { base, text })

export interface DraftedLayer {
  readonly layer: Layer
  /** Places where drafts differ from what was published after they were begun. */
  readonly conflicts: readonly LayerConflict[]
  /** The files that would change. */
  readonly paths: readonly string[]
}

/** The published layer with texts in the place of what is served; an unchanged file leaves it. */
export function withTexts(served: Served, texts: ReadonlyMap<string, string | null>): DraftedLayer {
  const { base, published } = served
  const layer: Record<string, Layer[string]> = {}
  // What a deployment has taken into the files needs no layer any more.
  for (const [path, entry] of Object.entries(published.layer))
    if ((base.get(path) ?? null) !== entry.text) layer[path] = entry
  const paths: string[] = []
  for (const [path, text] of texts) {
    const file = base.get(path) ?? null
    if (text !== servedText(served, path)) paths.push(path)
    if (text === file) delete layer[path]
    else layer[path] = { base: file, text }
  }
  return { layer, paths, conflicts: [] }
}

export function withDrafts(served: Served, drafts: readonly Draft[]): DraftedLayer {
  const merged = drafts.map((draft) => [draft.path, mergeDraft(served, draft)] as const)
  const texts = new Map(merged.map(([path, { text }]) => [path, text]))
  return { ...withTexts(served, texts), conflicts: merged.flatMap(([, { conflicts }]) => conflicts) }
}

/** A file whose deployment and publication differ is decided first, so that neither is lost unseen. */
export function requireDecided({ base, conflicts }: Served, paths: readonly string[]): void {
  const open = paths.find((path) => conflicts.some(({ file }) => file === path))
  if (open === undefined) return
  const title = kindTitle(base, { schema: toEditable(open)?.schema ?? '' })
  throw new Failure('WRONG_STATE', {
    message: `${title} ${open} 的发布与部署有不一致之处，请先处理`,
  })
}
