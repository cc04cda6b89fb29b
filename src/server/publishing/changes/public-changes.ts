// Turns recorded changes into what a visitor may know of them: published, changed, taken offline.
import type { FastifyInstance } from 'fastify'
import type { FeedItem } from '#server/publishing/documents/entry-words.ts'
import { type Asking, readAsVisitor, requireAnswer } from '#server/publishing/documents/read-as-visitor.ts'
import { type SharedPages, sharedPages } from '#server/publishing/pages/shared-pages.ts'
import { shareAddress } from '#shared/content/page-description.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'
import type { RecordedChange } from './change-log.ts'

export interface PublicChange {
  readonly event: 'published' | 'changed' | 'removed'
  readonly position: number
  readonly at: Date
  readonly type: string
  readonly id: string
  /** Null of an item that is offline: it may be so because of its title. */
  readonly title: string | null
  /** Of its page, without the origin. */
  readonly address: string
}

/** As many as the parameter `ids` of a list takes. */
const PER_CALL = 50
const NOBODY: Asking = { ip: '127.0.0.1', headers: { host: 'localhost' } }

/**
 * Reads the items as a visitor does. What a visitor cannot read now is left out, but for the fact that it is offline.
 * Throws `UNAVAILABLE` where the answer is missing for now only.
 */
export async function toPublicChanges(
  app: FastifyInstance,
  model: Model,
  changes: readonly RecordedChange[],
): Promise<readonly PublicChange[]> {
  const kinds = changes.flatMap((change) => {
    const shared = sharedPages(model).get(change.itemType)
    const event = shared && eventOf(shared, change)
    return event === undefined ? [] : [{ change, event }]
  })
  const titles = await readTitles(
    app,
    model,
    kinds.filter(({ event }) => event !== 'removed').map(({ change }) => change),
  )
  return kinds.flatMap(({ change, event }): PublicChange[] => {
    const { itemId: id, itemType: type, position, at } = change
    const title = event === 'removed' ? null : titles.get(id)
    return title === undefined
      ? []
      : [{ event, position, at, type, id, title, address: shareAddress(type, id) }]
  })
}

function eventOf(
  { type: { lifecycle } }: SharedPages,
  { fromStatus, toStatus }: RecordedChange,
): PublicChange['event'] | undefined {
  const [before, after] = [fromStatus, toStatus].map(
    (status) => status !== null && isPublic(lifecycle, status),
  )
  if (!after) return before ? 'removed' : undefined
  return before ? 'changed' : 'published'
}

async function readTitles(
  app: FastifyInstance,
  model: Model,
  changes: readonly RecordedChange[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>()
  for (const [type, { list }] of sharedPages(model)) {
    const ids = [...new Set(changes.flatMap(({ itemType, itemId }) => (itemType === type ? [itemId] : [])))]
    for (let start = 0; start < ids.length; start += PER_CALL) {
      const some = ids.slice(start, start + PER_CALL).join(',')
      const answer = await readAsVisitor(app, NOBODY, list, {}, { ids: some, limit: String(PER_CALL) })
      requireAnswer(answer)
      const { list: items = [] } = (answer.data ?? {}) as { readonly list?: readonly FeedItem[] }
      for (const item of items) titles.set(String(item.id), String(item.title ?? ''))
    }
  }
  return titles
}
