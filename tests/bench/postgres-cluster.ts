// Provides the PostgreSQL that the bench uses: the one given, or a cluster of its own for the time of the run.
import { HAS_SERVER, startPostgres } from '../support/postgres-servers.ts'

/** Null where neither TEST_DATABASE_URL nor an installed PostgreSQL is there. */
export async function openCluster(): Promise<{ url: string; stop(): void } | null> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  return HAS_SERVER ? startPostgres() : null
}
