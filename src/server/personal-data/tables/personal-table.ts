// Declares how personal data of a table are described: what, why, who reads them, how long they stay, what deletes them.
import type { Schema } from '#server/platform/database/tables/schema.ts'

export const YEAR = 365

/** The names under which the export of a person lists the rows of a table. */
export type ExportName =
  | 'items'
  | 'changes'
  | 'versions'
  | 'comments'
  | 'reports'
  | 'reactions'
  | 'folders'
  | 'follows'
  | 'delegations'
  | 'roles'
  | 'views'
  | 'drafts'
  | 'files'
  | 'searches'
  | 'sessions'
  | 'steps'
  | 'events'
  | 'notices'
  | 'consoleViews'
  | 'assignments'
  | 'configurationDrafts'
  | 'configurationRevisions'
  | 'releases'
  | 'noticeSettings'
  | 'chats'
  | 'chatMessages'
  | 'chatReports'
  | 'sentMessages'
  | 'receivedMessages'

export interface PersonalTable<Column extends string = string> {
  readonly title: string
  /** The personal data in it, in words. */
  readonly data: string
  readonly purpose: string
  readonly readers: string
  /** Columns that are stored encrypted, or as a digest. */
  readonly sealed?: string
  readonly exported?: ExportName
  /** Columns that name the account with which the row is deleted. */
  readonly deletedWith?: readonly Column[]
  /** The table whose rows these belong to, and the column that names them: they are deleted together. */
  readonly partOf?: { readonly table: keyof Schema; readonly column: Column }
  /** What becomes of the data when the account is deleted, where the rows stay. */
  readonly afterwards?: string
  /** Rows that the scheduler deletes, so many days after `since`. */
  readonly expires?: readonly Expiry<Column>[]
  /** The retention in words, where it is not only `expires`. */
  readonly kept?: string
}

export interface Expiry<Column extends string = string> {
  readonly days: number
  readonly since: Column
  /** Which rows, in words; absent for all. */
  readonly which?: string
  /** The same as SQL; of a row named by its table. */
  readonly where?: string
  /** Columns that are emptied, instead of the row being deleted. */
  readonly empties?: readonly Column[]
}

/** Every table of the database; null where nothing in it names or reaches a person. */
export type PersonalTables = {
  readonly [Table in keyof Schema]: PersonalTable<keyof Schema[Table] & string> | null
}

export const ITSELF = '本人'
export const WITH_ITEM = '与所属内容相同'
