// Owns the verification of the audit log: no entry changed, none missing in the middle or at the end, none slipped in.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { hashOf, LANES, toPayload } from './chain.ts'

export type Verdict =
  | { readonly ok: true; readonly entries: number; readonly unchained: number }
  | { readonly ok: false; readonly lane: number | null; readonly position: number; readonly reason: string }

const CHUNK = 1_000

export async function verifyAudit(db: Kysely<Schema>): Promise<Verdict> {
  let entries = 0
  for (let lane = 0; lane < LANES; lane += 1) {
    const verdict = await verifyLane(db, lane)
    if (typeof verdict !== 'number') return verdict
    entries += verdict
  }
  return verifyUnchained(db, entries)
}

async function verifyLane(db: Kysely<Schema>, lane: number): Promise<number | Verdict> {
  const broken = (position: number, reason: string): Verdict => ({ ok: false, lane, position, reason })
  let [hash, position] = ['', 0]
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('lane', '=', lane)
      .where('position', '>', position)
      .orderBy('position')
      .limit(CHUNK)
      .execute()
    for (const row of rows) {
      position += 1
      if (row.position !== position) return broken(position, '缺少这一条')
      hash = hashOf(hash, position, toPayload(row))
      if (row.hash !== hash) return broken(position, '内容与校验值不符')
    }
    if (rows.length < CHUNK) break
  }
  const head = await db.selectFrom('auditHead').selectAll().where('lane', '=', lane).executeTakeFirst()
  if (!head) return broken(position, '缺少这一列的末端')
  if (head.position !== position || head.hash !== hash) return broken(head.position, '末尾的记录缺失')
  return position
}

/** Entries older than the chain stand before all others. */
async function verifyUnchained(db: Kysely<Schema>, entries: number): Promise<Verdict> {
  const { rows } = await sql<{ unchained: number; late: number | null }>`
    select count(*)::int as unchained, max(id) filter (
      where id > (select coalesce(min(id), 0) from audit where lane is not null)
      and exists (select from audit where lane is not null)
    ) as late from audit where lane is null`.execute(db)
  const { unchained = 0, late = null } = rows[0] ?? {}
  if (late !== null) return { ok: false, lane: null, position: late, reason: '有未经校验而插入的记录' }
  return { ok: true, entries, unchained }
}
