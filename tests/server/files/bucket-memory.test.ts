// Tests that a file on its way to a bucket never stands whole in memory, however slowly the bucket takes it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DISK } from '#server/files/disk.ts'
import { FileBucket } from '#server/files/s3/file-bucket.ts'

const SIZE = 64 * 1024 * 1024
const MOST = SIZE / 2
const ID = '00000000-0000-4000-8000-000000000000'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const folder = mkdtempSync(join(tmpdir(), 'equipnet-memory-'))
const draft = join(folder, 'draft')
let received = 0
let most = 0

function measure(): void {
  collect()
  most = Math.max(most, process.memoryUsage().arrayBuffers)
}

async function take(request: IncomingMessage): Promise<void> {
  let measuredAt = 0
  for await (const { length } of request as AsyncIterable<Buffer>) {
    received += length
    if (received - measuredAt < SIZE / 16) continue
    measuredAt = received
    await setTimeout(20)
    measure()
  }
}

const server = createServer((request, response) => void take(request).then(() => response.end()))

beforeAll(async () => {
  writeFileSync(draft, Buffer.alloc(SIZE, 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a file of 64 MB that a slow bucket takes needs less than half of it in memory', async () => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = { region: 'us-east-1', accessKey: 'key', secretKey: 'hidden' }
  const parts = { dataDir: folder, disk: DISK }
  const bucket = new FileBucket({ endpoint, bucket: 'files', pathStyle: true, ...key }, parts)
  measure()
  const before = most
  await bucket.keep(draft, ID)
  expect(received).toBe(SIZE)
  expect(most - before).toBeLessThan(MOST)
})
