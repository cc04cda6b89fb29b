// Provides a `describe` that runs its cases on every kind of database, each with a database of its own.
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import { DATABASES, type DatabaseCase, type TestDatabase } from './each-database.ts'

/** `handle` and `url` are there once the cases run. */
export interface SharedDatabase extends Pick<DatabaseCase, 'isEmbedded' | 'open'> {
  readonly handle: DatabaseHandle
  readonly url: string
}

export function describeDatabases(title: string, cases: (database: SharedDatabase) => void): void {
  describe.each(DATABASES)(`${title} on $name`, { timeout: 30_000 }, ({ isAvailable, isEmbedded, open }) => {
    if (!isAvailable) {
      it.skip('needs a server')
      return
    }
    let opened: TestDatabase | undefined
    beforeAll(async () => {
      opened = await open()
    }, 60_000)
    afterAll(() => opened?.drop())
    const shared = (): TestDatabase => {
      if (!opened)
        throw new Error('The database is opened before the first case, not while they are described')
      return opened
    }
    cases({
      isEmbedded,
      open,
      get handle() {
        return shared().handle
      },
      get url() {
        return shared().url ?? ''
      },
    })
  })
}
