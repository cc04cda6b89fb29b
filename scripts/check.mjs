// Owns how `npm run check` begins: what was built of it, where that is current, begins half a second sooner than its sources.
import { staleParts } from './lib/build-state.mjs'
import { ROOT } from './lib/prepare.mjs'

// The score stands on tests, which nothing is built of.
if (process.argv.includes('--score') || staleParts(ROOT).includes('server')) {
  const { register } = await import('tsx/esm/api')
  register()
  await import('./check.ts')
} else await import(new URL('../dist/server/check.js', import.meta.url).href)
