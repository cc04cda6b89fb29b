// Declares the content of a feed, independent of its format.

export interface FeedEntry {
  /** The id, which is independent of the portal's path within its host and of the title. */
  readonly id: string
  readonly title: string
  readonly summary: string
  /** Of its page, with origin. */
  readonly address: string
  readonly publishedAt: string
  readonly updatedAt: string
}

export interface FeedDocument {
  readonly title: string
  readonly description: string
  /** Of the list's page, with origin. */
  readonly page: string
  /** Of the feed itself, with origin. */
  readonly self: string
  readonly publisher: string
  readonly entries: readonly FeedEntry[]
}

/** The fixed time of an empty feed, so that its ETag does not change. */
const NEVER = '2000-01-01T00:00:00.000Z'

export function updatedAtOf({ entries }: FeedDocument): string {
  return [NEVER, ...entries.map((entry) => entry.updatedAt)].sort().at(-1) ?? NEVER
}
