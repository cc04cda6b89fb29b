// Owns what must be in place before anything runs: Node's version, installed packages, a current build.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STAMP = join(ROOT, 'node_modules', '.equipnet-install')
const BUILD_STAMP = join(ROOT, 'dist', '.stamp')
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`需要 Node.js 20.19 或更高版本，当前为 ${process.versions.node}，请升级后重试。`)
  process.exit(1)
}

const digest = (text) => createHash('sha256').update(text).digest('hex')

/** Installs packages when they are missing or older than the lock file. */
export function install() {
  const wanted = digest(readFileSync(join(ROOT, 'package-lock.json')))
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  const started = Date.now()
  console.log('正在安装依赖……')
  try {
    execFileSync(NPM, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: ROOT,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
  } catch {
    console.error('依赖安装失败，请检查网络与 npm 设置后重试。')
    process.exit(1)
  }
  writeFileSync(STAMP, wanted)
  console.log(`依赖已安装（${seconds(started)}）`)
}

/** Everything that ends up in dist/, by path, size and time of change. */
function sourceState() {
  const lines = []
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else {
        const { size, mtimeMs } = statSync(path)
        lines.push(`${path} ${size} ${mtimeMs}`)
      }
    }
  }
  walk(join(ROOT, 'src'))
  walk(join(ROOT, 'scripts'))
  for (const name of ['package-lock.json', 'vite.config.ts']) {
    const { size, mtimeMs } = statSync(join(ROOT, name))
    lines.push(`${name} ${size} ${mtimeMs}`)
  }
  return digest(lines.sort().join('\n'))
}

/** Builds when a source changed since the last build. */
export async function build() {
  const state = sourceState()
  if (existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === state) return
  const started = Date.now()
  console.log('正在构建……')
  await run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')])
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(BUILD_STAMP, state)
  console.log(`构建完成（${seconds(started)}）`)
}

/** Runs a command to its end; ends this process when the command fails. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
    child.on('exit', (code, signal) => {
      if (code === 0) return resolve(undefined)
      console.error(`命令失败：${command} ${args.join(' ')}（${signal ?? code}）`)
      process.exit(code ?? 1)
    })
  })
}

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} 秒`
