// Owns the verification of the audit log: no entry changed, moved, missing in the middle or at the end, none slipped in.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { hashOf, LANES, toPayload } from './chain.ts'

export interface Break {
  readonly ok: false
  /** Row at which the chain breaks; null where the row itself is gone. */
  readonly id: number | null
  readonly lane: number | null
  readonly position: number | null
  readonly reason: string
}

export type Verdict = { readonly ok: true; readonly entries: number; readonly unchained: number } | Break

const CHUNK = 1_000

export async function verifyAudit(db: Kysely<Schema>): Promise<Verdict> {
  let entries = 0
  for (let lane = 0; lane < LANES; lane += 1) {
    const verdict = await verifyLane(db, lane)
    if (typeof verdict !== 'number') return verdict
    entries += verdict
  }
  return (await findStranger(db)) ?? verifyUnchained(db, entries)
}

async function verifyLane(db: Kysely<Schema>, lane: number): Promise<number | Break> {
  const broken = (position: number, reason: string, id: number | null): Break => ({
    ok: false,
    id,
    lane,
    position,
    reason,
  })
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
      if (row.position !== position) return broken(position, '缺少这一条', null)
      hash = hashOf(hash, position, toPayload(row))
      if (row.hash !== hash) return broken(position, '内容或次序与校验值不符', row.id)
    }
    if (rows.length < CHUNK) break
  }
  const head = await db.selectFrom('auditHead').selectAll().where('lane', '=', lane).executeTakeFirst()
  if (!head) return broken(position, '缺少这一列的末端', null)
  if (head.position !== position || head.hash !== hash)
    return broken(position + 1, '末尾的记录缺失或被改动', null)
  return position
}

/** A row outside all lanes, or before the first position, is in no chain. */
async function findStranger(db: Kysely<Schema>): Promise<Break | null> {
  const row = await db
    .selectFrom('audit')
    .select(['id', 'lane', 'position'])
    .where((eb) =>
      eb.or([
        eb(
          'lane',
          'not in',
          Array.from({ length: LANES }, (_, lane) => lane),
        ),
        eb('position', '<', 1),
        eb.and([eb('lane', 'is not', null), eb('position', 'is', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row ? { ok: false, ...row, reason: '有未经校验而插入的记录' } : null
}

/** Entries older than the chain stand before all others. */
async function verifyUnchained(db: Kysely<Schema>, entries: number): Promise<Verdict> {
  const { rows } = await sql<{ unchained: number; late: number | null }>`
    select count(*)::int as unchained, max(id) filter (
      where id > (select coalesce(min(id), 0) from audit where lane is not null)
      and exists (select from audit where lane is not null)
    ) as late from audit where lane is null`.execute(db)
  const { unchained = 0, late = null } = rows[0] ?? {}
  if (late !== null)
    return { ok: false, id: late, lane: null, position: null, reason: '有未经校验而插入的记录' }
  return { ok: true, entries, unchained }
}
