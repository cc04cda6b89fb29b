// Provides the production build of the hand-written counterparts and of the bench's own mounts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { validatorModule } from '#config/compile/common/schema-validator.ts'
import { portalWidgets } from '../../scripts/lib/portal-widgets.ts'
import { benchForm, FORM_SIZES, validatorFile } from './form-model.ts'

const PAGES = ['list', 'detail', 'zone', 'form', 'engine-form', 'engine-list', 'own-list']
/** Pages whose code waits until their reads are on their way, as the portal's does. */
const WAITING = ['engine-list', 'own-list']
const ENTRY = /<script type="module" crossorigin src="([^"]+-list-[^"]+)"><\/script>/
const WAITING_ENTRY =
  '<link rel="modulepreload" crossorigin href="$1"><script>benchReads.then(() => import("$1"))</script>'
/** What the smoke bench opens. */
const FEW = ['list', 'form', 'engine-form']

/** Builds into `folder`, brotli copies beside every file, as the portal's own build does; in a smoke run the fast way. */
export async function buildLimits(folder: string, isSmoke: boolean): Promise<void> {
  const root = join(import.meta.dirname, 'limits')
  const entryOf = (page: string) => join(root, `${page}.html`)
  // In one piece, as the portal's own build has it: the number of requests is not what is compared.
  const inOnePiece = (page: string) => ({
    input: entryOf(page),
    output: { codeSplitting: { groups: [{ name: atOnce(page, entryOf(page)) }] } },
  })
  // What some share is built once where nobody compares them.
  const builds = isSmoke ? [{ input: FEW.map(entryOf) }] : PAGES.map(inOnePiece)
  for (const [index, rolldownOptions] of builds.entries())
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      base: '/limits/',
      plugins: [portalWidgets(), react()],
      build: {
        outDir: folder,
        emptyOutDir: index === 0,
        target: 'es2022',
        ...(isSmoke ? { minify: false } : {}),
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 4000,
        rolldownOptions,
      },
    })
  for (const page of isSmoke ? [] : WAITING) {
    const file = join(folder, `${page}.html`)
    writeFileSync(file, readFileSync(file, 'utf8').replace(ENTRY, WAITING_ENTRY))
  }
  for (const count of FORM_SIZES)
    writeFileSync(join(folder, validatorFile(count)), validatorModule(benchForm(count).schema))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css)$/.test(name)) continue
    const file = join(folder, name)
    const params = { [constants.BROTLI_PARAM_QUALITY]: isSmoke ? 4 : 11 }
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }))
  }
}

/** Names the chunk of what `entry` imports without waiting for it; what is fetched later stays where it is. */
function atOnce(page: string, entry: string) {
  const needed = new Set<string>()
  return (id: string, graph: ModuleGraph): string | null => {
    if (needed.size === 0) collect(entry, graph, needed)
    return needed.has(id) ? page : null
  }
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

function collect(id: string, graph: ModuleGraph, found: Set<string>): void {
  if (found.has(id)) return
  found.add(id)
  // A copy: the graph uses its lists again.
  for (const imported of [...(graph.getModuleInfo(id)?.importedIds ?? [])]) collect(imported, graph, found)
}
