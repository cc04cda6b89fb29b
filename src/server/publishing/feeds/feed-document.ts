// Owns what a feed holds, before it is written in one format or another.

export interface FeedEntry {
  /** Stays the same wherever the portal moves within its host, and whatever becomes of the title. */
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

/** Nothing has happened yet: a time that never changes, so that an empty feed has one mark. */
const NEVER = '2000-01-01T00:00:00.000Z'

export function updatedAtOf({ entries }: FeedDocument): string {
  return [NEVER, ...entries.map((entry) => entry.updatedAt)].sort().at(-1) ?? NEVER
}
