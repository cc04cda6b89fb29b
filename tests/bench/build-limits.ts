// Owns the production build of the hand-written counterparts and of the bench's own mounts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const PAGES = ['list', 'detail', 'zone', 'form', 'engine-form', 'engine-list', 'own-list']

/** Builds into `folder`, brotli copies beside every file, exactly as the portal's own build does. */
export async function buildLimits(folder: string): Promise<void> {
  const root = join(import.meta.dirname, 'limits')
  for (const page of PAGES)
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      base: '/limits/',
      plugins: [react()],
      build: {
        outDir: folder,
        emptyOutDir: page === PAGES[0],
        target: 'es2022',
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 4000,
        rolldownOptions: { input: join(root, `${page}.html`) },
      },
    })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css)$/.test(name)) continue
    const file = join(folder, name)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }))
  }
}
