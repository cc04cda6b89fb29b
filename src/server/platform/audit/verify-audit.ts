// Verifies the audit log: no entry is changed, moved, missing (in the middle or at the end) or inserted.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { hashOf, LANES, toPayload } from './chain.ts'

export interface Break {
  readonly ok: false
  /** Row at which the chain breaks; null where the row itself is gone. */
  readonly id: number | null
  readonly lane: number | null
  readonly position: number | null
  readonly reason: string
}

/** `unchained`: entries in no chain that a seal covers, and that are as they were when sealed. */
export type AuditVerdict = { readonly ok: true; readonly entries: number; readonly unchained: number } | Break

const CHUNK = 1_000

/**
 * The action of the entry that version 0.1.0 wrote over those from before the chain, or past it by a faulty version.
 * Since then no change, removal or addition among them goes unnoticed; it proves nothing about the time before.
 */
export const SEAL = 'audit.seal'

export async function verifyAudit(db: Kysely<Schema>): Promise<AuditVerdict> {
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
  return row ? toBreak(row, '有未经校验而插入的记录') : null
}

/** Entries in no chain must be exactly those that a seal in the chain covers; they come before it. */
async function verifyUnchained(db: Kysely<Schema>, entries: number): Promise<AuditVerdict> {
  const seals = await db
    .selectFrom('audit')
    .select(['id', 'lane', 'position', 'detail'])
    .where('action', '=', SEAL)
    .where('lane', 'is not', null)
    .orderBy('id')
    .execute()
  const [seal, second] = seals
  if (second) return toBreak(second, '封存记录只能有一条')
  const stranger = await db
    .selectFrom('audit')
    .select(['id', 'lane', 'position'])
    .where('lane', 'is', null)
    .where('id', '>', seal?.id ?? 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (stranger) return toBreak(stranger, '有未经校验而插入的记录')
  const found = await digestUnchained(db)
  const isAsSealed =
    found.entries === (seal?.detail?.entries ?? 0) && found.digest === (seal?.detail?.digest ?? '')
  if (isAsSealed) return { ok: true, entries, unchained: found.entries }
  return { ok: false, id: null, lane: null, position: null, reason: '封存的旧记录被改动、删除或增加' }
}

/** Over ids and contents of the entries outside the chain, in the order of the ids. */
export async function digestUnchained(
  db: Kysely<Schema>,
): Promise<{ readonly entries: number; readonly digest: string }> {
  let [entries, digest, last] = [0, '', Number.MIN_SAFE_INTEGER]
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .select(['id', 'at', 'actor', 'action', 'target', 'result', 'address', 'requestId', 'detail'])
      .where('lane', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    for (const row of rows) {
      entries += 1
      last = row.id
      digest = hashOf(digest, row.id, toPayload(row))
    }
    if (rows.length < CHUNK) return { entries, digest }
  }
}

function toBreak(row: Pick<Break, 'id' | 'lane' | 'position'>, reason: string): Break {
  const { id, lane, position } = row
  return { ok: false, id, lane, position, reason }
}
