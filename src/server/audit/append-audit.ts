// Owns writing to the audit log: each entry is chained to the one before in its lane, in one statement.
import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { AuditEntry } from '../call.ts'
import type { Schema } from '../database/schema.ts'
import { LANES, toPayload } from './chain.ts'

/** Inside a transaction the lane stays locked until the commit, so call it late. */
export async function appendAudit(db: Kysely<Schema>, entry: AuditEntry, at: Date): Promise<void> {
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
  await sql`
    with head as (
      update audit_head set position = position + 1, hash = encode(sha256(convert_to(
        hash || E'\\n' || (position + 1)::text || E'\\n' || ${payload}, 'UTF8')), 'hex')
      where lane = ${randomInt(LANES)}
      returning lane, position, hash)
    insert into audit (at, actor, action, target, result, address, request_id, detail, lane, position, hash)
    select ${at}::timestamptz, ${actor}::text, ${action}::text, ${target}::text, ${result}::text,
      ${address}::text, ${requestId}::text, ${kept}::jsonb, lane, position, hash from head`.execute(db)
}
