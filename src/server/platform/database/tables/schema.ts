// Declares the types of the database tables.
import type { ColumnType, Generated } from 'kysely'
import type { ConfigurationTables } from './configuration-tables.ts'
import type {
  CollectFolderTable,
  ConsoleViewTable,
  FollowTable,
  SearchRecordTable,
  ViewRecordTable,
} from './dashboard-tables.ts'
import type { DraftTable } from './draft-table.ts'
import type { ImportJobTable, ImportRowTable } from './import-tables.ts'
import type { ItemInterestTable, SeenViewTable } from './interest-table.ts'
import type { MigrationTables } from './migration-tables.ts'
import type { PeopleTables } from './people-tables.ts'
import type { ItemPinTable } from './pin-table.ts'
import type { TransitionLogTable } from './transition-table.ts'
import type { FlowTables } from './workflow-tables.ts'

/** A JSON object column: give a plain object, never an array (the driver would write a PostgreSQL array). */
export type JsonObject = Readonly<Record<string, unknown>>

/** A JSON column of any shape: write it as JSON text, read it parsed. */
type JsonText = ColumnType<unknown, string, string>

/** Kept to the millisecond, so that a Date read, sent to a browser and back still equals the column. */
type Time = ColumnType<Date, Date | string, Date | string>
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type ReadOnly<T> = ColumnType<T, never, never>

export interface ItemTable {
  id: string
  type: string
  status: string
  ownerId: Optional<string>
  parentId: Optional<string>
  category: Optional<string>
  region: Optional<string>
  title: string
  body: ColumnType<JsonObject, JsonObject, JsonObject>
  search: Optional<string>
  viewCount: Generated<number>
  likeCount: Generated<number>
  supportCount: Generated<number>
  collectCount: Generated<number>
  commentCount: Generated<number>
  revision: Generated<number>
  /** The revision that its owner took out of the public state, which is approved already. */
  approvedRevision: Optional<number>
  /** The revision that its applicants knew when it came to a state that only they still read. */
  leftRevision: Optional<number>
  /** The state that it was taken from, where a step leads back to that. */
  leftStatus: Optional<string>
  /** When it came into its state; null for what is in its first since it was made. */
  statusSince: OptionalTime
  publishedAt: OptionalTime
  createdAt: DefaultTime
  updatedAt: DefaultTime
}

export interface CommentTable {
  id: string
  itemId: string
  itemType: string
  ownerId: string
  replyTo: Optional<string>
  body: string
  likeCount: Generated<number>
  status: Generated<string>
  createdAt: DefaultTime
  reason: Optional<string>
  reportCount: Generated<number>
  decidedBy: Optional<string>
  decidedAt: OptionalTime
}

/** One row for each reader who reported a comment that is not decided yet. */
export interface CommentReportTable {
  commentId: string
  reporter: string
  reason: string
  content: Optional<string>
  createdAt: DefaultTime
  /** When it was decided; null while it waits. */
  settledAt: Optional<Date>
}

export interface ReactionTable {
  userId: string
  targetKind: string
  targetId: string
  kind: string
  createdAt: DefaultTime
  /** The folder in which the account keeps the collected item. */
  folderId: Optional<string>
}

/** `status` is one of `AccountStatus`; `application` is the registration as submitted, without secrets. */
export interface AccountTable {
  id: string
  userName: string
  passwordHash: string
  role: string
  name: string
  mobile: Optional<string>
  status: Generated<string>
  black: Generated<boolean>
  blackReason: Optional<string>
  blackAt: OptionalTime
  blockReason: Optional<string>
  /** End of a temporary password; empty for one that its owner chose. */
  passwordUntil: OptionalTime
  form: Optional<string>
  application: Optional<JsonObject>
  /** Version of the user agreement that was accepted. */
  agreement: Optional<string>
  /** `version`, `at`, `fields`: what was consented to for sensitive data; empty when withdrawn. */
  sensitiveConsent: Optional<JsonObject>
  receiptNo: Optional<string>
  /** The item that represents the account in the directory of its registration. */
  directoryId: Optional<string>
  /** True if the account maintains that item; other accounts of the same organisation have only joined it. */
  directoryKeeps: Generated<boolean>
  refusal: Optional<string>
  supplementDigest: Optional<string>
  supplementUntil: OptionalTime
  reviewedBy: Optional<string>
  reviewedAt: OptionalTime
  idCard: Optional<string>
  /** The person's name at the single sign-on. */
  ssoUser: Optional<string>
  /** The role that the account gets back when its groups at the single sign-on no longer give it the present one. */
  ownRole: Optional<string>
  failedCount: Generated<number>
  lockedUntil: OptionalTime
  createdAt: DefaultTime
  updatedAt: DefaultTime
}

export interface SessionTable {
  tokenHash: string
  /** Names the session to its owner, who never sees the hash. */
  id: Generated<string>
  /** Digest of the single sign-on ticket that opened it. */
  ticket: Optional<string>
  accountId: string
  createdAt: DefaultTime
  lastSeenAt: DefaultTime
  userAgent: Optional<string>
  address: Optional<string>
}

/** `key` is a digest of account name and address. */
export interface SignInAttemptTable {
  key: string
  failures: number
  lastAt: Time
}

export interface SmsCodeTable {
  mobile: string
  purpose: string
  digest: string
  tries: Generated<number>
  expiresAt: Time
  usedAt: OptionalTime
}

/** `digest` holds secret, number and purpose. */
export interface VerificationTokenTable {
  digest: string
  expiresAt: Time
  usedAt: OptionalTime
}

export interface CaptchaTable {
  id: string
  digest: string
  expiresAt: Time
}

export interface QuotaTable {
  key: string
  used: number
  endsAt: Time
}

export interface UsedTicketTable {
  digest: string
  usedAt: Time
}

export interface IdempotencyTable {
  userId: string
  operation: string
  key: string
  status: number
  answer: JsonText
  /** Digest of the request that was submitted with the key. */
  digest: Optional<string>
  createdAt: DefaultTime
}

/** Read only: src/server/audit alone writes it, in SQL. */
export interface AuditTable {
  id: ReadOnly<number>
  at: ReadOnly<Date>
  actor: ReadOnly<string | null>
  action: ReadOnly<string>
  target: ReadOnly<string | null>
  result: ReadOnly<string>
  address: ReadOnly<string | null>
  requestId: ReadOnly<string | null>
  detail: ReadOnly<JsonObject | null>
  /** Empty in entries that a seal covers. */
  lane: ReadOnly<number | null>
  position: ReadOnly<number | null>
  hash: ReadOnly<string | null>
}

export interface AuditHeadTable {
  lane: ReadOnly<number>
  position: ReadOnly<number>
  hash: ReadOnly<string>
}

export interface ContentVersionTable {
  type: string
  version: number
}

export interface SettingTable {
  key: string
  value: JsonText
}

export interface CounterTable {
  name: string
  value: number
}

/**
 * `ownerId` is empty from an upload before signing in until the form that names the file is taken; so long `visitor`
 * says whose it is: the digest of a key that only the browser it came from has.
 */
export interface FileTable {
  id: string
  ownerId: Optional<string>
  visitor: Optional<string>
  form: string
  field: string
  name: string
  kind: string
  size: number
  digest: string
  /** Of pictures: what is on them, and what has to stay of them, in hundredths from the left and the top. */
  alt: Optional<string>
  focusX: Optional<number>
  focusY: Optional<number>
  /** True if the file is known to be referenced. A file younger than a day may be attached without it. */
  attached: Generated<boolean>
  createdAt: DefaultTime
}

/** One row for each word, day and searcher; `searcher` is a digest. */
export interface SearchWordTable {
  day: string
  word: string
  searcher: string
}

/** One row for each item and person who searched for it; `searcher` is a digest that differs from item to item. */
export interface SearchHitTable {
  itemId: string
  searcher: string
  day: string
}

/** By how many people an item was searched for these days. */
export interface SearchHeatTable {
  itemId: string
  type: string
  searchers: number
}

/** How the stored values of a field are meant; `setId` is empty for fields that all items have, `unit` where there is none. */
export interface MeasureTable {
  type: string
  setId: string
  key: string
  kind: string
  unit: string
}

/** Content types whose items have parameters: the field that holds them, and the one that chooses their set. */
export interface ParameterSourceTable {
  type: string
  field: string
  chooser: string
  /** The states in which everybody finds an item of the type. */
  states: string[]
}

/** `setId` is empty for the fields that all items of the type have; `ready` once all its items are projected. */
export interface ParameterSetTable {
  no: Generated<number>
  type: string
  setId: string
  ready: Generated<boolean>
}

/** The column of `parameter_value` that holds a key; not to be read before it is `ready`. */
export interface ParameterSlotTable {
  setNo: number
  key: string
  slot: string
  ready: Generated<boolean>
}

/** Read only: a trigger writes one row for each public item that has a set. Besides these, its slots. */
export interface ParameterValueTable {
  itemId: ReadOnly<string>
  setNo: ReadOnly<number>
  publishedAt: ReadOnly<Date | null>
  region: ReadOnly<string | null>
}

/** Read only: triggers maintain it. The number of items is the sum of `n` over all writers; '' means no category. */
export interface ItemCountTable {
  type: ReadOnly<string>
  status: ReadOnly<string>
  category: ReadOnly<string>
  writer: ReadOnly<number>
  n: ReadOnly<number>
  /** Empty where all items are counted; else the key of a field, of which `value` is counted. */
  field: ReadOnly<string>
  value: ReadOnly<string>
  /** The sum of a number of the items, where it is kept. */
  total: ReadOnly<number | null>
}

export interface MigrationTable {
  name: string
  appliedAt: Time
}

/**
 * The tables of the database with their columns, for queries by Kysely. Names are camel case here and snake case in
 * the database.
 *
 * @example
 * const findTitle = (db: Kysely<Schema>, id: string) =>
 *   db.selectFrom('item').select('title').where('id', '=', id).executeTakeFirst()
 */
export interface Schema extends PeopleTables, MigrationTables, FlowTables, ConfigurationTables {
  item: ItemTable
  comment: CommentTable
  commentReport: CommentReportTable
  reaction: ReactionTable
  collectFolder: CollectFolderTable
  follow: FollowTable
  viewRecord: ViewRecordTable
  draft: DraftTable
  account: AccountTable
  session: SessionTable
  signInAttempt: SignInAttemptTable
  smsCode: SmsCodeTable
  smsProof: VerificationTokenTable
  captcha: CaptchaTable
  quota: QuotaTable
  usedTicket: UsedTicketTable
  idempotency: IdempotencyTable
  audit: AuditTable
  auditHead: AuditHeadTable
  contentVersion: ContentVersionTable
  transitionLog: TransitionLogTable
  setting: SettingTable
  counter: CounterTable
  file: FileTable
  searchRecord: SearchRecordTable
  searchWord: SearchWordTable
  searchHit: SearchHitTable
  searchHeat: SearchHeatTable
  itemInterest: ItemInterestTable
  itemPin: ItemPinTable
  consoleView: ConsoleViewTable
  seenView: SeenViewTable
  measure: MeasureTable
  parameterSource: ParameterSourceTable
  parameterSet: ParameterSetTable
  parameterSlot: ParameterSlotTable
  parameterValue: ParameterValueTable
  importJob: ImportJobTable
  importRow: ImportRowTable
  itemCount: ItemCountTable
  migration: MigrationTable
}
