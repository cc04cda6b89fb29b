// Runs a command of the build, such as `node scripts/run.mjs check`; from the sources, more slowly, if the build is not current.
import { staleParts } from './lib/build-state.mjs'
import { ROOT } from './lib/prepare.mjs'

const [name] = process.argv.splice(2, 1)
// The score depends on tests, which are not part of the build.
if (process.argv.includes('--score') || staleParts(ROOT).includes('server')) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(`./${name}.ts`)
} else await import(new URL(`../dist/server/${name}.js`, import.meta.url).href)
