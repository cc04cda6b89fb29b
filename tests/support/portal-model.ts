// Owns the compiled model of the portal's own configuration, which no test changes: read once in each worker.
import { loadConfiguration } from '../../src/config/load.ts'
import { ROOT } from './source-files.ts'

const loaded = await loadConfiguration(ROOT)
if (!loaded.ok) throw new Error(`the configuration is refused: ${loaded.problems[0]?.message}`)
export const { model } = loaded
