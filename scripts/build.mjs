// Owns the production build: the portal by Vite, compressed copies of its files, the server by Rolldown.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { rolldown } from 'rolldown'
import { build } from 'vite'
import { ROOT } from './lib/prepare.mjs'

const SERVER_ENTRIES = {
  main: 'src/server/main.ts',
  'pglite-worker': 'src/server/database/pglite-worker.ts',
  check: 'scripts/check.ts',
  seed: 'scripts/seed.ts',
}

await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' })
await compress(join(ROOT, 'dist', 'portal'))
await buildServer()

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses a static file. */
async function compress(folder) {
  const brotli = promisify(zlib.brotliCompress)
  const gzip = promisify(zlib.gzip)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|svg|json|txt)$/.test(name))
    .map((name) => join(folder, name))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      if (content.length < 512) return
      const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 }
      writeFileSync(`${file}.br`, await brotli(content, { params }))
      writeFileSync(`${file}.gz`, await gzip(content, { level: 9 }))
    }),
  )
}

async function buildServer() {
  const input = Object.fromEntries(
    Object.entries(SERVER_ENTRIES)
      .filter(([, path]) => existsSync(join(ROOT, path)))
      .map(([name, path]) => [name, join(ROOT, path)]),
  )
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[A-Za-z]:/.test(id),
    logLevel: 'warn',
  })
  await bundle.write({
    dir: join(ROOT, 'dist', 'server'),
    format: 'esm',
    sourcemap: true,
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
}
