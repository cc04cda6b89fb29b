// Runs `npm start`: installs and builds missing parts, then runs the server in this terminal.
import { spawn } from 'node:child_process'
import { build, install, ROOT, requireNode } from './lib/prepare.mjs'

const PARENT_CHECK_MS = 500

requireNode()
install()
if (!build()) process.exit(1)

const server = spawn(
  process.execPath,
  ['--enable-source-maps', '--max-semi-space-size=8', 'dist/server/main.js', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: 'inherit',
  },
)
const isTerminal = process.stdin.isTTY || process.stdout.isTTY
// In a terminal Ctrl+C reaches the server by itself; a second one would read as "stop at once".
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !isTerminal) server.kill(signal)
  })
// A signal to npm ends npm and its shell but never comes here: the loss of the parent tells of it.
const parent = process.ppid
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), PARENT_CHECK_MS).unref()
server.on('error', (error) => {
  console.error(`无法启动服务：${error.message}`)
  process.exit(1)
})
server.on('exit', (code) => process.exit(code ?? 1))
