// Appends entries to the audit log, as its only writer. Each entry is chained to the previous one in its lane.
import { randomInt } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AuditEntry } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { LANES, toPayload } from './chain.ts'

export interface AuditStatement {
  /** A step of the statement's topmost WITH; no other place may hold it. */
  readonly head: RawBuilder<unknown>
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
  const { head, insert } = auditStatement(entry, at, laneOf(db))
  await sql`with ${head} ${insert}`.execute(db)
}

/**
 * Returns the entry as parts of a single combined statement. Every write locks its lane first, so anything else that
 * the statement locks and that other calls also write must come after it (`from` the INSERT's `returning`).
 */
export function auditStatement(entry: AuditEntry, at: Date, lane = randomInt(LANES)): AuditStatement {
  const { actor, action, result } = entry
  const { target = null, address = null, requestId = null, detail = null } = entry
  // As the database will give it back, so that the hash can be computed again.
  const kept = detail === null ? null : JSON.stringify(detail)
  const payload = toPayload({
    at,
    actor,
    action,
    target,
    result,
    address,
    requestId,
    detail: kept === null ? null : JSON.parse(kept),
  })
  return {
    head: sql`audit_place as (
      update audit_head set position = position + 1, hash = encode(sha256(convert_to(
        hash || E'\\n' || (position + 1)::text || E'\\n' || ${payload}, 'UTF8')), 'hex')
      where lane = ${lane}
      returning lane, position, hash)`,
    insert: sql`
      insert into audit (at, actor, action, target, result, address, request_id, detail, lane, position, hash)
      select ${at}::timestamptz, ${actor}::text, ${action}::text, ${target}::text, ${result}::text,
        ${address}::text, ${requestId}::text, ${kept}::jsonb, lane, position, hash from audit_place`,
  }
}
