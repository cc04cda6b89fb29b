// Provides the databases of a run that hold the portal's indexes, or its samples too: made once, copied by each test file.
import type pg from 'pg'
import { inject } from 'vitest'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import { buildServices } from '#server/services.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import { preparedName } from '../../../support/prepared-name.ts'
import { PORTAL_SUFFIX } from '../../../support/test-portal.ts'
import type { Prepared } from './each-database.ts'
import { migratedTemplate } from './migrated.ts'
import { makeTemplate } from './template.ts'

interface Server {
  urlOf(name: string): string
  open(name: string): Promise<DatabaseHandle>
}

/** Name of the database to copy. It is of this run alone: samples are dated from the day they are written. */
export async function preparedTemplate(admin: pg.Client, wanted: Prepared, server: Server): Promise<string> {
  const name = preparedName(inject('sharedFolder'), `${wanted}${PORTAL_SUFFIX}`)
  const from =
    wanted === 'filled'
      ? await preparedTemplate(admin, 'indexed', server)
      : await migratedTemplate(admin, server.urlOf)
  return makeTemplate(admin, name, from, async (growing) => {
    const { model } = await import('../../../support/portal-model.ts')
    const handle = await server.open(growing)
    if (wanted === 'indexed') await ensureIndexes(handle.db, model)
    else await seedWhenEmpty(buildServices(handle, { model }))
    await handle.close()
  })
}
