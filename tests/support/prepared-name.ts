// Provides how the databases are called that a run's processes copy.
import { createHash } from 'node:crypto'

/** Of a database on the PostgreSQL server that the tests of the run copy. */
export function preparedName(folder: string, holds: string): string {
  return `equipnet_${holds.replaceAll('-', '_')}_${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
}
