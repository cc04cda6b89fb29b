// Provides copies of PostgreSQL databases, and the making of one that others copy, once among all test processes.
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
    await copyDatabase(admin, growing, from)
    await fill(growing)
    await admin.query(`alter database ${growing} rename to ${name}`)
  }
  await admin.query(`select pg_advisory_unlock(${LOCK})`)
  return name
}

/**
 * File by file, which takes a third of the time: by default what is copied goes through the log too, so that a standby
 * learns of it. Servers before 15 know no other way, nor the word for it.
 */
export async function copyDatabase(admin: pg.Client, name: string, from: string): Promise<void> {
  const { rows } = await admin.query(`select current_setting('server_version_num')::int >= 150000 as chooses`)
  await admin.query(`create database ${name} template ${from}${rows[0].chooses ? ' strategy file_copy' : ''}`)
}
