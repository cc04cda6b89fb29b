// Checks that a server process survives, logs and counts a promise rejection that no code handles.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startProcess } from './support/start-process.ts'

/** The signal makes the server process forget a promise. */
const FORGET = 'process.on("SIGUSR2", () => void Promise.reject(new Error("a forgotten promise")))'
const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-rejection-'))
let server: ServerProcess

beforeAll(async () => {
  server = await startProcess({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FORGET)}`,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
  })
}, 240_000)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const readCount = async (): Promise<string> => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  return /^equipnet_unhandled_rejections_total (\d+)$/m.exec(metrics)?.[1] ?? ''
}

test('an unhandled rejection is logged and counted, the server keeps running, and stop() rejects', async () => {
  expect(await readCount()).toBe('0')
  process.kill(server.pid, 'SIGUSR2')
  await expect.poll(readCount).toBe('1')
  expect(server.printed()).toMatch(/开发人员：Error: a forgotten promise\n +at /)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await expect(server.stop('SIGTERM')).rejects.toThrow('A promise rejection was not handled')
})
