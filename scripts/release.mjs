// Runs `npm run release`: packs what a server needs into one archive, with checksums and a list of all packages.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, install, ROOT, requireNode } from './lib/prepare.mjs'
import { RUNTIME_PACKAGES } from './lib/runtime-packages.mjs'

const USAGE = '用法：npm run release [-- --out 文件夹]    打包运行门户所需的文件，默认写入 dist/release'
/** The portal, what checks it, and what describes its operation. */
const CONTENTS = [
  'dist/portal',
  'dist/server',
  'pages-config',
  'zones-config',
  'schemas',
  'scripts/deploy',
  'scripts/README.md',
  'scripts/UPGRADING.md',
  'scripts/CHANGELOG.md',
  'LICENSE',
]
/** What an administrator puts beside the files of `scripts/deploy`. */
const SECRETS = ['.env', 'secrets', 'tls']
const COMMANDS = ['check', 'seed', 'migrate', 'backup', 'restore', 'audit-verify']

function fail(message) {
  console.error(message)
  process.exit(1)
}

function readOptions() {
  try {
    return parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'dist', 'release') } } }).values
  } catch {
    return fail(USAGE)
  }
}

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const toText = (value) => `${JSON.stringify(value, null, 2)}\n`

/** The path in the lock file of a package that another one asks for, as Node finds it. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

/** The lock file of the packages that run, at the versions of this project. */
function lockOf({ name, version, engines, dependencies }, lock) {
  const kept = new Map([['', { name, version, engines, dependencies }]])
  const add = (from, names) => {
    for (const one of names) {
      const place = placeOf(lock.packages, from, one)
      if (place === undefined || kept.has(place)) continue
      const found = lock.packages[place]
      kept.set(place, found)
      add(
        place,
        Object.keys({ ...found.dependencies, ...found.optionalDependencies, ...found.peerDependencies }),
      )
    }
  }
  add('', Object.keys(dependencies))
  const packages = Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1)))
  return { name, version, lockfileVersion: lock.lockfileVersion, requires: true, packages }
}

function writePackage(folder, description) {
  writeFileSync(join(folder, 'package.json'), toText(description))
  writeFileSync(join(folder, 'package-lock.json'), toText(lockOf(description, lock)))
}

function run(command, args, options = {}) {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 27,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  })
  if (status !== 0) fail(`${command} 失败${error ? `：${error.message}` : ''}`)
  return stdout
}

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

requireNode()
const out = resolve(readOptions().out)
install()
if (!build()) process.exit(1)

const { name, version, license, type, engines, dependencies } = readJson('package.json')
const lock = readJson('package-lock.json')
const folder = join(out, `${name}-${version}`)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const path of CONTENTS)
  if (existsSync(join(ROOT, path)))
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.endsWith('.map') && !SECRETS.includes(basename(source)),
    })
const released = {
  name,
  version,
  private: true,
  license,
  type,
  engines,
  scripts: {
    start: 'node --max-semi-space-size=8 dist/server/main.js',
    ...Object.fromEntries(COMMANDS.map((one) => [one.replace('-', ':'), `node dist/server/${one}.js`])),
    'config:export': 'node dist/server/configuration.js export',
    'config:import': 'node dist/server/configuration.js import',
  },
  dependencies: Object.fromEntries(
    RUNTIME_PACKAGES.map((one) => [one, dependencies[one] ?? lock.packages[`node_modules/${one}`].version]),
  ),
}
writePackage(folder, released)

const isWindows = process.platform === 'win32'
const archive = `${folder}.tar.gz`
run('tar', ['-czf', archive, '-C', out, `${name}-${version}`])
const bill = join(out, `${name}-${version}.cdx.json`)
// Of all that was bundled, too; in a folder without development packages, as `--omit dev` leaves out React with them.
const bundled = join(mkdtempSync(join(tmpdir(), 'equipnet-release-')), name)
mkdirSync(bundled)
writePackage(bundled, { name, version, license, dependencies })
const sbom = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
writeFileSync(bill, run('npm', sbom, { cwd: bundled, shell: isWindows }))
rmSync(dirname(bundled), { recursive: true })
const sums = [archive, bill].map((path) => `${sha256(path)}  ${relative(out, path)}\n`)
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
console.log(
  `已写入 ${[archive, bill, join(out, 'SHA256SUMS')].map((path) => relative(process.cwd(), path)).join('、')}`,
)
