// Stores the state of an import: the job, its rows, their results.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { SheetRow } from '#server/platform/table-files/table-file.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { ImportFault, ImportState, RowFault, Verdict } from '#shared/calls/import-answers.ts'
import type { FileColumn } from './match-columns.ts'

export interface ImportJob {
  readonly id: string
  readonly ownerId: string
  readonly type: string
  readonly setId: string | null
  readonly name: string
  readonly columns: readonly (FileColumn | null)[]
  /** The file's own headings, in its order. */
  readonly heads: readonly string[]
  /** See `basisOf`; empty for one that was sent before there was any. */
  readonly basis: string
  /** Hints for the user who uploaded the file. */
  readonly notes: readonly string[]
  /** True where the rows were validated again, because the basis of validation has changed. */
  readonly renewed: boolean
  readonly state: ImportState
  readonly total: number
  readonly judged: number
  readonly imported: number
  readonly createdAt: Date
}

export interface ImportRow {
  readonly place: number
  readonly rowNo: number
  readonly cells: readonly string[]
}

export interface ValidatedRow {
  readonly place: number
  readonly verdict: Verdict
  readonly errors: readonly RowFault[] | null
  readonly item: object | null
  /** The values of an existing duplicate in the `same` fields. */
  readonly same: string | null
}

export interface FaultyRow {
  readonly rowNo: number
  readonly verdict: ImportFault['verdict']
  readonly errors: readonly RowFault[]
}

type Db = Kysely<Schema>

/** Of somebody who gave up without saying so. */
const KEPT_MS = 3 * 86_400_000

/**
 * Deletes the imports of an account with their rows, of one content type if `type` is present.
 *
 * @example
 * await dropImports(transaction, accountId, 'equipment')
 */
export async function dropImports(db: Db, ownerId: string, type?: string): Promise<void> {
  const jobs = db
    .selectFrom('importJob')
    .select('id')
    .where('ownerId', '=', ownerId)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
  await db.deleteFrom('importRow').where('jobId', 'in', jobs).execute()
  await db.deleteFrom('importJob').where('id', 'in', jobs).execute()
}

export async function dropOldImports(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  const jobs = db.selectFrom('importJob').select('id').where('updatedAt', '<', before)
  await db.deleteFrom('importRow').where('jobId', 'in', jobs).execute()
  await db.deleteFrom('importJob').where('updatedAt', '<', before).execute()
}

type NewJob = Pick<
  ImportJob,
  'id' | 'ownerId' | 'type' | 'setId' | 'name' | 'columns' | 'heads' | 'basis' | 'notes'
> & {
  readonly digest: string
}

/** Takes the place of what its owner was importing of the type. */
export async function storeJob(db: Db, job: NewJob, rows: readonly SheetRow[], now: Date): Promise<void> {
  await dropImports(db, job.ownerId, job.type)
  await db
    .insertInto('importJob')
    .values({
      ...job,
      columns: JSON.stringify(job.columns),
      heads: JSON.stringify(job.heads),
      notes: JSON.stringify(job.notes),
      state: 'judging' satisfies ImportState,
      total: rows.length,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  const packed = JSON.stringify(rows.map(({ number, cells }, place) => ({ place, no: number, cells })))
  await sql`
    insert into import_row (job_id, place, row_no, cells)
    select ${job.id}, place, no, cells
    from jsonb_to_recordset(${packed}::jsonb) as given (place int, no int, cells jsonb)`.execute(db)
}

/** Deletes all results. Where another window was faster, that window has restarted the validation. */
export async function restartValidation(
  db: Db,
  job: ImportJob,
  { basis, columns }: Pick<ImportJob, 'basis' | 'columns'>,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('importJob')
    .set({
      basis,
      columns: JSON.stringify(columns),
      state: 'judging' satisfies ImportState,
      judged: 0,
      renewed: true,
      updatedAt: now,
    })
    .where('id', '=', job.id)
    .where('basis', '=', job.basis)
    .where('state', '<>', 'done' satisfies ImportState)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await db
    .updateTable('importRow')
    .set({ verdict: null, errors: null, sameKey: null, item: null })
    .where('jobId', '=', job.id)
    .execute()
}

/** The one that somebody has of a type. */
export async function findJob(db: Db, ownerId: string, type: string): Promise<ImportJob | undefined> {
  const row = await db
    .selectFrom('importJob')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('type', '=', type)
    .executeTakeFirst()
  return row as ImportJob | undefined // written by `storeJob` alone
}

/**
 * Returns an import of the owner. Throws where it is deleted, for example because another file was uploaded in
 * another window.
 */
export async function requireJob(db: Db, ownerId: string, id: string, lock = false): Promise<ImportJob> {
  const row = await db
    .selectFrom('importJob')
    .selectAll()
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND', { message: '这次导入已取消或已被另一份文件代替，请重新上传' })
  return row as ImportJob
}

export async function nextRows(db: Db, { id, judged }: ImportJob, most: number): Promise<ImportRow[]> {
  const rows = await db
    .selectFrom('importRow')
    .select(['place', 'rowNo', 'cells'])
    .where('jobId', '=', id)
    .where('place', '>=', judged)
    .orderBy('place')
    .limit(most)
    .execute()
  return rows as ImportRow[]
}

/** False where another window was faster: then nothing is stored. */
export async function storeVerdicts(
  db: Db,
  job: ImportJob,
  rows: readonly ValidatedRow[],
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('importJob')
    .set({ judged: job.judged + rows.length, updatedAt: now })
    .where('id', '=', job.id)
    .where('judged', '=', job.judged)
    .where('basis', '=', job.basis)
    .where('state', '=', 'judging')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await sql`
    update import_row set verdict = given.verdict, errors = given.errors, item = given.item, same_key = given.same
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (place int, verdict text, errors jsonb, item jsonb, same text)
    where import_row.job_id = ${job.id} and import_row.place = given.place`.execute(db)
  return true
}

export type Counts = Readonly<Record<Verdict, number>>

export async function countVerdicts(db: Db, id: string): Promise<Counts> {
  const rows = await db
    .selectFrom('importRow')
    .select((eb) => ['verdict', eb.fn.countAll<number>().as('count')])
    .where('jobId', '=', id)
    .groupBy('verdict')
    .execute()
  const of = (verdict: Verdict) => Number(rows.find((row) => row.verdict === verdict)?.count ?? 0)
  return { right: of('right'), wrong: of('wrong'), exists: of('exists') }
}

export async function faultyRows(db: Db, id: string, most: number): Promise<FaultyRow[]> {
  const rows = await db
    .selectFrom('importRow')
    .select(['rowNo', 'verdict', 'errors'])
    .where('jobId', '=', id)
    .where('verdict', 'in', ['wrong', 'exists'])
    .orderBy('place')
    .limit(most)
    .execute()
  return rows as unknown as FaultyRow[] // written by `storeVerdicts` and `mark-known` alone
}
