// Owns `npm start`: installs and builds what is missing, then runs the server in this terminal.
import { spawn } from 'node:child_process'
import { build, install, ROOT, requireNode } from './lib/prepare.mjs'

requireNode()
install()
await build()

const server = spawn(process.execPath, ['dist/server/main.js', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
