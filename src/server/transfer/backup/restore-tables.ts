// Writes the tables of a backup into a database, within the restoring transaction.
import { type Kysely, sql } from 'kysely'
import { applyMigrations } from '#server/platform/database/migrate.ts'
import { MIGRATIONS } from '#server/platform/database/migrations.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { ArchiveError, type ArchiveHead, damaged } from './archive-format.ts'
import { loadTables, type TableShape } from './table-shapes.ts'

type Db = Kysely<Schema>

/** Returns false where the database is in use: it has an account, an item or an audit entry. */
export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const tables = new Set((await loadTables(db)).map(({ name }) => name))
  for (const name of ['account', 'item', 'audit']) {
    if (!tables.has(name)) continue
    const { rows } = await sql`select 1 as one from ${sql.id(name)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

/** Empty tables as they were in the program that made the backup; answers how to write to them. */
export async function rebuildTables(db: Db, head: ArchiveHead): Promise<TableWriter> {
  for (const { name } of await loadTables(db)) await sql`drop table ${sql.id(name)} cascade`.execute(db)
  await dropFunctions(db)
  const then = new Set(head.migrations)
  await applyMigrations(
    db,
    MIGRATIONS.filter(({ name }) => then.has(name)),
  )
  const tables = await loadTables(db)
  if (JSON.stringify(tables) !== JSON.stringify(head.tables))
    throw new ArchiveError('备份中的表与其版本不符，没有恢复任何数据：请用制作备份的程序版本恢复')
  const writer = new TableWriter(db, tables)
  await writer.open()
  return writer
}

/** Those of the portal's triggers; those of an extension stay. */
async function dropFunctions(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(db)
  for (const { name } of rows) await sql.raw(`drop function ${name} cascade`).execute(db)
}

/** A check that old rows need not pass; its definition says `NOT VALID`. */
interface LaterCheck {
  readonly table: string
  readonly name: string
  readonly definition: string
}

export class TableWriter {
  readonly #db: Db
  readonly #tables: ReadonlyMap<string, TableShape>
  #checks: readonly LaterCheck[] = []

  constructor(db: Db, tables: readonly TableShape[]) {
    this.#db = db
    this.#tables = new Map(tables.map((table) => [table.name, table]))
  }

  /** Triggers that refuse changes, and checks that older rows need not pass, rest meanwhile. */
  async open(): Promise<void> {
    const { rows } = await sql<LaterCheck>`
      select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'c' and not convalidated
        and connamespace = current_schema()::regnamespace`.execute(this.#db)
    this.#checks = rows
    for (const { table, name } of rows)
      await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(this.#db)
    for (const table of this.#tables.keys()) {
      await sql`alter table ${sql.id(table)} disable trigger user`.execute(this.#db)
      await sql`delete from ${sql.id(table)}`.execute(this.#db) // what migrations put there
    }
  }

  /** `text` is a JSON list of rows, each a list of values as text. Answers how many. */
  async write(table: string, text: string): Promise<number> {
    const shape = this.#tables.get(table)
    if (!shape) throw damaged(`未知的表 ${table}`)
    const names = shape.columns.map(({ name }) => sql.id(name))
    // The types are the database's own, compared with those of the backup.
    const values = shape.columns.map(({ type }, index) => sql`(r ->> ${sql.lit(index)})::${sql.raw(type)}`)
    const { numAffectedRows = 0n } = await sql`
      insert into ${sql.id(table)} (${sql.join(names)}) overriding system value
      select ${sql.join(values)} from json_array_elements(${text}::json) r`.execute(this.#db)
    return Number(numAffectedRows)
  }

  async close({ sequences }: ArchiveHead): Promise<void> {
    for (const table of this.#tables.keys())
      await sql`alter table ${sql.id(table)} enable trigger user`.execute(this.#db)
    for (const { table, name, definition } of this.#checks)
      await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
        this.#db,
      )
    for (const { name, value } of sequences)
      if (value !== null)
        await sql`select setval(quote_ident(${name})::regclass, ${value}::bigint)`.execute(this.#db)
  }
}
