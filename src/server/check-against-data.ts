// Checks a configuration against the records of a portal without changing them.
import { sql } from 'kysely'
import type { Layer } from '#config/load/layer/apply-layer.ts'
import type { Problem } from '#config/load/problem.ts'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { runMigrationGuard } from './configuration/migration/migration-guard.ts'
import { openData } from './open-data.ts'
import { readSettings } from './platform/settings.ts'

/** What keeps the files from being served with what was published over them. */
class Refusal extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super()
    this.problems = problems
  }
}

/** `against` is the address of a PostgreSQL database, or the data folder of a portal that is not running. */
export async function checkAgainstData(
  model: Model,
  root: string,
  against: string,
): Promise<readonly Problem[]> {
  const isAddress = /^postgres(ql)?:/.test(against)
  const env = {
    ...process.env,
    DATABASE_URL: isAddress ? against : '',
    DATABASE_LISTEN_URL: '',
    DATABASE_READ_URL: '',
    ...(isAddress ? {} : { DATA_DIR: against }),
  }
  const load = async (layer: Layer): Promise<Model> => {
    if (Object.keys(layer).length === 0) return model
    const result = await loadConfiguration(root, layer)
    if (!result.ok) throw new Refusal(result.problems)
    return result.model
  }
  try {
    return await checkRecords(await openData(readSettings(env), load, { isLeft: true }), root)
  } catch (error) {
    if (error instanceof Refusal) return error.problems
    throw error
  }
}

async function checkRecords(
  { services, close }: Awaited<ReturnType<typeof openData>>,
  root: string,
): Promise<readonly Problem[]> {
  try {
    const { rows } = await sql<{ known: boolean }>`
      select to_regclass('accepted_model') is not null as known`.execute(services.db)
    if (!rows[0]?.known) throw new Error('数据库还没有记下所用的配置：请先用这一版程序启动一次门户')
    return (await runMigrationGuard(services, services.model(), { root, isTrial: true })).problems
  } finally {
    await close()
  }
}
