// Owns the types of the tables of a person's own page: what he follows, has read and searched for, and where he keeps what he collected.
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

/** An item that has just become public, until its followers are told. */
export interface FreshItemTable {
  itemId: string
  at: Time
}

/** What somebody is told of in his next daily digest. */
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

/** What one account has read; `times` counts how often, at most once in half an hour. */
export interface ViewRecordTable {
  userId: string
  itemId: string
  times: Generated<number>
  viewedAt: Time
}

/** What one account searched for; `times` counts how often. */
export interface SearchRecordTable {
  userId: string
  keyWord: string
  times: Generated<number>
  searchedAt: Time
}
