// Runs `npm run dev`: the server restarts on change, Vite serves the portal with hot replacement.
import { spawn } from 'node:child_process'
import { build, install, packageCommand, ROOT, requireNode } from './lib/prepare.mjs'

requireNode()
install()
// The server builds them again itself when they change.
if (!build(['handlers'])) process.exit(1)

function run(name, args) {
  const { file, shell } = packageCommand(name)
  return spawn(file, args, { cwd: ROOT, shell, stdio: 'inherit' })
}

// The page of Vite carries no nonce and no Content-Security-Policy; both belong to the page that the server sends.
const children = [
  run('tsx', ['watch', '--clear-screen=false', '--exclude', '**/dist/**', 'src/server/main.ts']),
  run('vite', ['--config', 'vite.config.ts']),
]
const stop = (signal) => {
  for (const child of children) if (child.exitCode === null) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    stop('SIGTERM')
  })
