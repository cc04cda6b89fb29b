// Prepares every run: checks Node's version, installs packages, builds what is outdated.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { staleParts } from './build-state.mjs'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LOCK = join(ROOT, 'package-lock.json')
/** The file in which npm lists the packages that it has installed. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')
const STAMP = join(ROOT, 'node_modules', '.equipnet-install')
const IS_WINDOWS = process.platform === 'win32'
const PART_NAMES = { portal: '前端', server: '服务端', handlers: '门户的 handlers' }

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(`需要 Node.js 20.19 或更高版本，当前为 ${process.versions.node}，请升级后重试。`)
}

/** Installs the packages when they are missing or differ from the lock file. */
export function install() {
  const hasLock = existsSync(LOCK)
  const wanted = createHash('sha256')
    .update(readFileSync(hasLock ? LOCK : join(ROOT, 'package.json')))
    .digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  if (hasLock && isInstalled()) return writeFileSync(STAMP, wanted)

  const started = Date.now()
  console.log('正在安装依赖……')
  // npm 11 refuses `npm ci` when the lock file lacks a package for another system that the registry did not have
  // when the file was written; `npm install --no-save` then puts the same locked versions in place.
  const isDone = (hasLock && runNpm('ci', 'pipe')) || runNpm('install', 'inherit', '--no-save')
  if (!isDone) fail('依赖安装失败，原因见上。请检查网络与 npm 设置后重试。')
  writeFileSync(STAMP, wanted)
  console.log(`依赖已安装（${seconds(started)}）`)
}

function runNpm(command, errors, ...more) {
  // The build needs the development packages, which npm leaves out when NODE_ENV is production.
  const options = ['--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error', ...more]
  const stdio = ['ignore', 'ignore', errors]
  return spawnSync('npm', [command, ...options], { cwd: ROOT, stdio, shell: IS_WINDOWS }).status === 0
}

/** True when npm put in place every package of the lock file; those for other systems may be absent. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false
  const { packages: present } = JSON.parse(readFileSync(INSTALLED, 'utf8'))
  const { packages: wanted } = JSON.parse(readFileSync(LOCK, 'utf8'))
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true
    if (!present[path]) return optional === true || devOptional === true
    return present[path].version === version
  })
}

/** Builds the parts of dist/ whose sources changed since they were built; false when one cannot be built. */
export function build(parts = Object.keys(PART_NAMES)) {
  for (const part of staleParts(ROOT).filter((name) => parts.includes(name))) {
    const started = Date.now()
    console.log(`正在构建${PART_NAMES[part]}……`)
    const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), part], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (status !== 0) {
      console.error(`构建${PART_NAMES[part]}失败，原因见上。`)
      return false
    }
    console.log(`${PART_NAMES[part]}构建完成（${seconds(started)}）`)
  }
  return true
}

/** Returns the arguments for `spawn` that run the command of an installed package, on any operating system. */
export function packageCommand(name) {
  const file = join(ROOT, 'node_modules', '.bin', name)
  return IS_WINDOWS ? { file: `${file}.cmd`, shell: true } : { file, shell: false }
}

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} 秒`

function fail(message) {
  console.error(message)
  process.exit(1)
}
