// Declares the types of the tables of releases: what is published together at a time, and links to look at it before.
import type { ColumnType } from 'kysely'
import type { StoredEntry } from './configuration-tables.ts'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>

/** What an item was before the release, and what the release has made of it. */
export interface ItemUndo {
  readonly status: string
  readonly revision: number
  readonly columns: Readonly<Record<string, string | number | null>>
  /** The edit that waited beside it. */
  readonly change: { readonly status: string; readonly author: string } | null
  readonly after: { readonly status: string; readonly revision: number }
}

export interface ReleaseTables {
  release: {
    id: string
    title: string
    note: string
    state: 'preparing' | 'arranged' | 'released' | 'reverted' | 'dropped'
    plannedAt: OptionalTime
    authorId: Optional<string>
    /** In whose name the scheduler publishes it. */
    scheduledBy: Optional<string>
    /** Why it was not published when it was tried last. */
    problem: Optional<string>
    publishedAt: OptionalTime
    /** The revision of the configuration that it has published. */
    revision: Optional<number>
    createdAt: Date
    updatedAt: Date
  }
  releaseItem: {
    releaseId: string
    itemId: string
    /** The transition that the release takes, of the item or of its pending change. */
    action: string
    title: string
    /** The state that it leads to. */
    toStatus: string
    /** The revision that was read when it was added. */
    revision: number
    /** The revision of the pending change, where that is published. */
    change: Optional<number>
    /** In whose name it is published. */
    addedBy: string
    addedAt: Date
    /** Null before it is published. Write it as JSON text. */
    undo: ColumnType<ItemUndo | null, string | null | undefined, string | null>
  }
  releaseFile: {
    releaseId: string
    path: string
    /** The published text that it was made from; null for a new file. */
    base: Optional<string>
    /** Null for a file that is deleted. */
    text: Optional<string>
    addedBy: string
    addedAt: Date
    /** What was served before and after its publication. */
    before: Optional<string>
    after: Optional<string>
  }
  /** A link by which somebody looks at the portal as it will be; the token itself is not stored. */
  releaseLink: {
    id: string
    /** Null for drafts of a person, which `layer` holds as they were. */
    releaseId: Optional<string>
    digest: string
    layer: ColumnType<Readonly<Record<string, StoredEntry>> | null, string | null | undefined, string | null>
    title: string
    /** As which role; null for a visitor. */
    role: Optional<string>
    createdBy: string
    createdAt: Date
    expiresAt: Date
    revokedAt: OptionalTime
    /** When it was opened first. */
    openedAt: OptionalTime
  }
}
