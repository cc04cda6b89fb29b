// Determines if a part of dist/ is current, by a stamp next to it with the state of its sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const SOURCES = {
  portal: [
    'src/portal',
    'src/sdk',
    'src/shared',
    'vite.config.ts',
    'scripts/lib/portal-widgets.ts',
    'scripts/lib/compress.mjs',
  ],
  server: ['src/server', 'src/sdk', 'src/config', 'src/shared', 'scripts', 'schemas/config'],
  handlers: ['src/server', 'src/sdk', 'src/shared'],
}
const COMMON = ['package-lock.json', 'scripts/build.mjs']

/** The folder of the portal: `PORTAL_DIR`, else the project's own. */
export const portalOf = (root) => resolve(root, process.env.PORTAL_DIR || '.')

/** As `builtPages` of src/config says, which plain scripts cannot load. */
export const builtPortal = (root) =>
  join(existsSync(join(portalOf(root), 'widgets')) ? portalOf(root) : root, 'dist', 'portal')

/** Files and folders that end up in each part, and the file that shows that the part is there. */
function partsOf(root) {
  const portal = portalOf(root)
  return {
    portal: {
      sources: [...SOURCES.portal, join(portal, 'widgets')],
      needs: 'src/portal/index.html',
      result: join(builtPortal(root), 'index.html'),
      stamp: join(builtPortal(root), '..', '.portal.stamp'),
    },
    server: {
      sources: SOURCES.server,
      needs: 'src/server/main.ts',
      result: 'dist/server/main.js',
      stamp: join(root, 'dist', '.server.stamp'),
    },
    handlers: {
      sources: [...SOURCES.handlers, join(portal, 'handlers')],
      needs: join(portal, 'handlers'),
      result: join(portal, 'dist', 'handlers.js'),
      stamp: join(portal, 'dist', '.handlers.stamp'),
    },
  }
}

/** Parts that have sources, in the order in which they are built. */
export const presentParts = (root) =>
  Object.entries(partsOf(root)).flatMap(([part, { needs }]) =>
    existsSync(resolve(root, needs)) ? [part] : [],
  )

export const staleParts = (root) =>
  presentParts(root).filter((part) => {
    const { stamp, result } = partsOf(root)[part]
    const isBuilt = existsSync(stamp) && existsSync(resolve(root, result))
    return !isBuilt || readFileSync(stamp, 'utf8') !== sourceState(root, part)
  })

/** Runs `build` so that the stamp tells the truth, also when the build breaks off or a source changes meanwhile. */
export async function buildPart(root, part, build) {
  const state = sourceState(root, part)
  const { stamp } = partsOf(root)[part]
  rmSync(stamp, { force: true })
  await build()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, state)
}

/** Path, size and time of change of every source: no file is read, so that a start without a build stays quick. */
function sourceState(root, part) {
  const lines = [...partsOf(root)[part].sources, ...COMMON].flatMap((source) => describe(root, source))
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

function describe(root, path) {
  const full = resolve(root, path)
  if (!existsSync(full)) return []
  const stat = statSync(full)
  if (!stat.isDirectory()) return [`${path} ${stat.size} ${stat.mtimeMs}`]
  return readdirSync(full).flatMap((name) => describe(root, `${path}/${name}`))
}
