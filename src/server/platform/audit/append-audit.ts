// Appends entries to the audit log, as its only writer. Each entry is chained to the previous one in its lane.
import { randomInt } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AuditEntry } from '#server/platform/call.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { LANES, toPayload } from './chain.ts'

export interface AuditStatement {
  /** Steps of the statement's topmost WITH RECURSIVE; no other place may hold them. */
  readonly steps: RawBuilder<unknown>
  /** The INSERT, as the statement itself or as a later step of the same WITH. */
  readonly insert: RawBuilder<unknown>
}

/** Several entries of one transaction share a lane: two transactions with two lanes each could wait for one another. */
const lanes = new WeakMap<Kysely<Schema>, number>()

function laneOf(db: Kysely<Schema>): number {
  const lane = lanes.get(db) ?? randomInt(LANES)
  if (db.isTransaction) lanes.set(db, lane)
  return lane
}

/** Inside a transaction the lane stays locked until the commit, so call it late. */
export async function appendAudit(db: Kysely<Schema>, entry: AuditEntry, at: Date): Promise<void> {
  const { steps, insert } = auditStatement([entry], at, laneOf(db))
  await sql`with recursive ${steps} ${insert}`.execute(db)
}

/**
 * Returns the entries as parts of a single combined statement. Every write locks its lane first, so anything else that
 * the statement locks and that other calls also write must come after it (`from` the INSERT's `returning`).
 */
export function auditStatement(
  entries: readonly AuditEntry[],
  at: Date,
  lane = randomInt(LANES),
): AuditStatement {
  // As the database will give it back, so that the hash can be computed again.
  const details = entries.map(({ detail = null }) => (detail === null ? null : JSON.stringify(detail)))
  const payloads = entries.map((entry, index) => {
    const { actor, action, target = null, result, address = null, requestId = null } = entry
    const detail = JSON.parse(details[index] ?? 'null') as JsonObject | null
    return toPayload({ at, actor, action, target, result, address, requestId, detail })
  })
  const column = (name: 'actor' | 'action' | 'target' | 'result' | 'address' | 'requestId') =>
    sql`${entries.map((entry) => entry[name] ?? null)}::text[]`
  return {
    steps: sql`audit_entry as (
        select * from unnest(${payloads}::text[], ${column('actor')}, ${column('action')}, ${column('target')},
          ${column('result')}, ${column('address')}, ${column('requestId')}, ${details}::text[])
          with ordinality as t (payload, actor, action, target, result, address, request_id, detail, number)),
      audit_place as (select position, hash from audit_head where lane = ${lane} for update),
      audit_chain as (
        select 0::bigint as number, position, hash from audit_place
        union all
        select entry.number, before.position + 1, encode(sha256(convert_to(
          before.hash || E'\\n' || (before.position + 1)::text || E'\\n' || entry.payload, 'UTF8')), 'hex')
        from audit_chain before join audit_entry entry on entry.number = before.number + 1),
      audit_moved as (
        update audit_head set position = last.position, hash = last.hash from audit_chain last
        where lane = ${lane} and last.number = ${entries.length})`,
    insert: sql`
      insert into audit (at, actor, action, target, result, address, request_id, detail, lane, position, hash)
      select ${at}::timestamptz, actor, action, target, result, address, request_id, detail::jsonb,
        ${lane}::int, position, hash from audit_chain join audit_entry using (number) order by number`,
  }
}
