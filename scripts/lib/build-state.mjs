// Owns knowing whether a part of dist/ is current: a stamp beside it holds the state of its sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files and folders that end up in each part, and the file that shows that the part is there. */
const PARTS = {
  portal: {
    sources: ['src/portal', 'src/shared', 'vite.config.ts'],
    needs: 'src/portal/index.html',
    result: 'dist/portal/index.html',
  },
  server: {
    sources: ['src/server', 'src/config', 'src/shared', 'scripts'],
    needs: 'src/server/main.ts',
    result: 'dist/server/main.js',
  },
}
const COMMON = ['package-lock.json', 'scripts/build.mjs']

/** Parts that have sources, in the order in which they are built. */
export const presentParts = (root) =>
  Object.keys(PARTS).filter((part) => existsSync(join(root, PARTS[part].needs)))

export const staleParts = (root) =>
  presentParts(root).filter((part) => {
    const stamp = stampFile(root, part)
    const isBuilt = existsSync(stamp) && existsSync(join(root, PARTS[part].result))
    return !isBuilt || readFileSync(stamp, 'utf8') !== sourceState(root, part)
  })

/** Runs `build` so that the stamp tells the truth, also when the build breaks off or a source changes meanwhile. */
export async function buildPart(root, part, build) {
  const state = sourceState(root, part)
  rmSync(stampFile(root, part), { force: true })
  await build()
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampFile(root, part), state)
}

const stampFile = (root, part) => join(root, 'dist', `.${part}.stamp`)

/** Path, size and time of change of every source: no file is read, so that a start without a build stays quick. */
function sourceState(root, part) {
  const lines = [...PARTS[part].sources, ...COMMON].flatMap((source) => describe(root, source))
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

function describe(root, path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  const stat = statSync(full)
  if (!stat.isDirectory()) return [`${path} ${stat.size} ${stat.mtimeMs}`]
  return readdirSync(full).flatMap((name) => describe(root, `${path}/${name}`))
}
