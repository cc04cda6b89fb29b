// Declares the types of the tables that protect stored records against configuration changes.
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** Write it as JSON text, read it parsed. */
type JsonText = ColumnType<unknown, string, string>
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>

/** The configuration that records were last accepted under; one row. */
export interface AcceptedModelTable {
  one: ColumnType<boolean, boolean | undefined, boolean>
  /** Of the whole configuration. */
  modelHash: string
  /** Of `records`. */
  digest: string
  records: JsonText
  acceptedAt: DefaultTime
}

/** A migration of the portal that was applied; one that was there before the portal had records has no `records`. */
export interface RecordRunTable {
  no: Generated<number>
  name: string
  title: string
  code: string
  steps: JsonText
  /** The `records` of the accepted model before this run. */
  records: OptionalJson
  appliedAt: Time
  undoneAt: OptionalTime
}

/** The change of one row by a migration; `after` is empty for a row that was removed from its table. */
export interface RecordChangeTable {
  no: Generated<number>
  run: number
  place: string
  key: string
  before: JsonText
  after: OptionalJson
  archived: OptionalJson
}

export interface MigrationTables {
  acceptedModel: AcceptedModelTable
  recordRun: RecordRunTable
  recordChange: RecordChangeTable
}
