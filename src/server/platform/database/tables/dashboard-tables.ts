// Declares the types of the tables of the dashboard: follows, views, searches, collection folders, views of lists.
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>

/** `place` is the item, the zone or the list page that is followed, by `kind`; `query` the filters of a list. */
export interface FollowTable {
  id: string
  userId: string
  kind: string
  place: string
  query: Generated<string>
  title: string
  mode: Generated<string>
  createdAt: DefaultTime
}

/** An item that has just become public, until its followers are notified. */
export interface FreshItemTable {
  itemId: string
  at: Time
}

/** An item of the account's next daily digest. */
export interface FollowDigestTable {
  userId: string
  itemId: string
  at: Time
}

/** Of one person, under names that differ. */
export interface CollectFolderTable {
  id: string
  userId: string
  name: string
  createdAt: DefaultTime
}

/** An item that an account has read; `times` counts how often, at most once in half an hour. */
export interface ViewRecordTable {
  userId: string
  itemId: string
  times: Generated<number>
  viewedAt: Time
}

/** A search text of an account; `times` counts how often it was searched for. */
export interface SearchRecordTable {
  userId: string
  keyWord: string
  times: Generated<number>
  searchedAt: Time
}

/** A list of the console as somebody saved it; the one without a name is the account's own layout of the list. */
export interface ConsoleViewTable {
  id: string
  ownerId: string
  /** Id of the list page. */
  page: string
  name: string
  /** The state of the list in its address. */
  query: Generated<string>
  columns: ColumnType<readonly object[], string, string>
  /** True if all readers of the console see it. */
  shared: Generated<boolean>
  /** The role for which the list opens so. */
  role: string | null
  updatedAt: Time
}

/** Who works on something that waits in the inbox; `type` is its content type or kind. */
export interface QueueAssignmentTable {
  targetId: string
  type: string
  accountId: string
  /** The state in which it waited: an assignment ends with the decision. */
  status: string
  since: Time
}
