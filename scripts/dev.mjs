// Owns `npm run dev`: the server restarts on change, Vite serves the portal with hot module replacement.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install, ROOT, requireNode } from './lib/prepare.mjs'

requireNode()
install()

const bin = (name) => join(ROOT, 'node_modules', '.bin', name)
const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', 'src/server/main.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, EQUIPNET_DEV: '1' },
  }),
  spawn(bin('vite'), ['--config', 'vite.config.ts'], { cwd: ROOT, stdio: 'inherit' }),
]
const stop = () => {
  for (const child of children) child.kill()
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) child.on('exit', stop)
