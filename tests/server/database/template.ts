// Owns the making of a PostgreSQL database that others copy, once among all test processes.
import type pg from 'pg'

/** Any constant will do; it names the making of templates among the advisory locks of the server. */
const LOCK = 5_190_377

/** Makes the database, as a copy of `from` that `fill` opens by its name and closes, unless it is there; its name. */
export async function makeTemplate(
  admin: pg.Client,
  name: string,
  from: string,
  fill: (growing: string) => Promise<void>,
): Promise<string> {
  const exists = async () =>
    (await admin.query('select 1 from pg_database where datname = $1', [name])).rows.length > 0
  if (await exists()) return name
  await admin.query(`select pg_advisory_lock(${LOCK})`)
  if (!(await exists())) {
    // Grows under another name, so that a run that was stopped leaves no half-made template.
    const growing = `${name}_new`
    await admin.query(`drop database if exists ${growing} with (force)`)
    await admin.query(`create database ${growing} template ${from}`)
    await fill(growing)
    await admin.query(`alter database ${growing} rename to ${name}`)
  }
  await admin.query(`select pg_advisory_unlock(${LOCK})`)
  return name
}
