// Provides the compiled model of the portal on which tests run: made once in a run, read once in each worker.
import { join } from 'node:path'
import { keep, readCachedModel } from '#server/configuration/cached-model.ts'
import type { Model } from '#shared/model/model.ts'
import { PORTAL, PORTAL_SUFFIX } from './test-portal.ts'

/** The folder lasts as long as the run, in which no file is another: who watches files has each change read. */
const KEY = 'this run'
const shared = process.env.VITEST_MODE === 'WATCH' ? undefined : process.env.EQUIPNET_SHARED
const file = shared && join(shared, `model${PORTAL_SUFFIX}`)

async function compile(): Promise<Model> {
  const { loadConfiguration } = await import('#config/pipeline/check-configuration.ts')
  const loaded = await loadConfiguration(PORTAL)
  if (!loaded.ok) throw new Error(`the configuration is refused: ${loaded.problems[0]?.message}`)
  if (file) await keep(file, { key: KEY, model: loaded.model })
  return loaded.model
}

export const model: Model = (file && (await readCachedModel(file, KEY))) || (await compile())
