// Builds for production: the portal by Vite with compressed copies of its files, the server by Rolldown.
//
// node scripts/build.mjs [portal] [server] [handlers]; without a name, all parts.
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { buildPart, builtPortal, portalOf, presentParts } from './lib/build-state.mjs'
import { compress, compressedIn } from './lib/compress.mjs'
import { ROOT } from './lib/prepare.mjs'
import { isOutside } from './lib/runtime-packages.mjs'

const SERVER_ENTRIES = {
  main: 'src/server/main.ts',
  'pglite-worker': 'src/server/platform/database/pglite/pglite-worker.ts',
  'check-worker': 'src/server/configuration/check-worker.ts',
  check: 'scripts/check.ts',
  seed: 'scripts/seed.ts',
  'audit-verify': 'scripts/audit-verify.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  migrate: 'scripts/migrate.ts',
  configuration: 'scripts/configuration.ts',
}
const BUILDERS = { portal: buildPortal, server: buildServer, handlers: buildHandlers }

const named = process.argv.slice(2)
try {
  for (const part of presentParts(ROOT))
    if (named.length === 0 || named.includes(part)) await buildPart(ROOT, part, BUILDERS[part])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function buildPortal() {
  const { build } = await import('vite')
  // A portal with widgets of its own shares what is large with the project's.
  const earlier = compressedIn([join(ROOT, 'dist', 'portal'), builtPortal(ROOT)])
  await build({ configFile: join(ROOT, 'vite.config.ts'), mode: 'production', logLevel: 'warn' })
  copyPdfFonts()
  copyViewer()
  await compress(builtPortal(ROOT), earlier)
}

/** Copies the fonts and character maps that the PDF reader requests for files without fonts of their own. */
function copyPdfFonts() {
  for (const name of ['cmaps', 'standard_fonts'])
    cpSync(join(ROOT, 'node_modules', 'pdfjs-dist', name), join(builtPortal(ROOT), 'pdf', name), {
      recursive: true,
      dereference: true,
    })
}

/** Copies the viewer of the OpenAPI document; src/portal/public/docs starts it. */
function copyViewer() {
  const viewer = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui'))
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    cpSync(join(viewer, 'static', name), join(builtPortal(ROOT), 'docs', name))
}

/**
 * One file starts faster than the hundreds that the packages come in. Those with native files, data or workers of
 * their own stay in node_modules, and one whose CommonJS form cannot be bundled.
 */
async function buildServer() {
  const { rolldown } = await import('rolldown')
  const { register } = await import('tsx/esm/api')
  register()
  const { builtJudges } = await import('./lib/build-judges.ts')
  const entries = Object.entries(SERVER_ENTRIES).filter(([, path]) => existsSync(join(ROOT, path)))
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(entries.map(([name, path]) => [name, join(ROOT, path)])),
    platform: 'node',
    external: isOutside,
    logLevel: 'warn',
    plugins: [builtJudges(ROOT)],
  })
  await bundle.write({
    dir: join(ROOT, 'dist', 'server'),
    format: 'esm',
    sourcemap: true,
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
}

/** Bundles the portal's own operations into one file, which the server loads. The SDK is included. */
async function buildHandlers() {
  const { rolldown } = await import('rolldown')
  const portal = portalOf(ROOT)
  const folder = join(portal, 'handlers')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
  const imports = files.map(
    (name, index) => `import * as file${index} from ${JSON.stringify(join(folder, name))}`,
  )
  const rows = files.map(
    (name, index) => `{ file: ${JSON.stringify(`handlers/${name}`)}, module: file${index} }`,
  )
  const entry = 'equipnet:handlers'
  const bundle = await rolldown({
    cwd: ROOT,
    input: entry,
    platform: 'node',
    external: isOutside,
    logLevel: 'warn',
    plugins: [
      {
        name: 'equipnet-handlers',
        resolveId(id, importer) {
          if (id === entry) return entry
          if (id === 'equipnet/handler') return join(ROOT, 'src', 'sdk', 'handler.ts')
          const isPackage = !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('node:')
          if (!isPackage || !importer?.startsWith(folder + sep)) return null
          return this.resolve(id, join(ROOT, 'src', 'server', 'main.ts'), { skipSelf: true })
        },
        load: (id) => (id === entry ? `${imports.join('\n')}\nexport default [${rows.join(', ')}]\n` : null),
      },
    ],
  })
  await bundle.write({ file: join(portal, 'dist', 'handlers.js'), format: 'esm', sourcemap: true })
  await bundle.close()
}
