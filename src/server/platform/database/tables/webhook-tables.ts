// Declares the types of the tables of webhooks: the targets and what is delivered to them.
import type { ColumnType, Generated } from 'kysely'

type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
/** Write it as JSON text, read it parsed. */
type Names = ColumnType<readonly string[], string, string>

/** The system of an organisation that is notified of events. */
export interface WebhookTable {
  id: string
  name: string
  url: string
  /** Ids of the configured notices that it gets. */
  events: Names
  /** `whsec_` and base64: sealed in the database, read open. */
  secret: string
  /** The secret before; deliveries are signed with both until `previousUntil`. */
  previousSecret: Optional<string>
  previousUntil: OptionalTime
  /** Deliveries that were given up since the last one that arrived. */
  failures: Generated<number>
  /** Nothing is delivered since then; events go on waiting. */
  pausedAt: OptionalTime
  createdAt: DefaultTime
  updatedAt: DefaultTime
}

export type WebhookDeliveryState = 'queued' | 'arrived' | 'failed'

/** One event for one target. No fields of the item are stored: they are read when the event is sent. */
export interface WebhookDeliveryTable {
  /** The `webhook-id` of every attempt. */
  id: string
  webhookId: string
  /** The order of the events of a target. */
  position: Generated<string>
  /** Id of the configured notice. */
  event: string
  itemType: Optional<string>
  itemId: Optional<string>
  /** Identifies the event: a target gets it once. */
  cause: string
  state: WebhookDeliveryState
  attempts: Generated<number>
  dueAt: Time
  /** The last attempt: when it began, how long it took in milliseconds, and the answer. */
  attemptedAt: OptionalTime
  took: Optional<number>
  status: Optional<number>
  answer: Optional<string>
  /** Why the last attempt failed. */
  failure: Optional<string>
  createdAt: DefaultTime
}
