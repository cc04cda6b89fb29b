// Pushes messages to signed-in browsers at once, whichever server process they are connected to.
import { type Kysely, sql } from 'kysely'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/**
 * A message to browsers; `type` selects the listener in the browser. It may be lost, as it only announces data that
 * can be read again.
 */
export interface PushMessage {
  readonly type: string
  readonly [what: string]: unknown
}

interface Pushed {
  readonly to: readonly string[]
  readonly message: PushMessage
}

const CHANNEL = 'push'

/**
 * Tells all browsers of these accounts; inside a transaction only once it is committed.
 * Throws what PostgreSQL throws for more than 7,999 bytes: send what says where to read, not what was written.
 */
export async function push(db: Kysely<Schema>, to: readonly string[], message: PushMessage): Promise<void> {
  const pushed: Pushed = { to, message }
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(pushed)})`.execute(db)
}

export interface PushHearer {
  readonly onMessage: (to: readonly string[], message: PushMessage) => void
  /** Messages may have been missed. */
  readonly onGap: () => void
}

/** Answers how to stop. */
export function listenForPushes(
  database: DatabaseHandle,
  { onMessage, onGap }: PushHearer,
): Promise<() => Promise<void>> {
  return database.listen(
    CHANNEL,
    (payload) => {
      const { to, message } = JSON.parse(payload) as Pushed // written by push()
      onMessage(to, message)
    },
    (gap) => gap === 'restored' && onGap(),
  )
}
