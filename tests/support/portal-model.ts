// Owns the compiled model of the portal's own configuration, and what it is warned of, which no test changes: read once in each worker.
import { loadConfiguration } from '../../src/config/load.ts'

// In a simulated browser `import.meta.url` is no file.
const loaded = await loadConfiguration(process.cwd())
if (!loaded.ok) throw new Error(`the configuration is refused: ${loaded.problems[0]?.message}`)
export const { model, warnings } = loaded
