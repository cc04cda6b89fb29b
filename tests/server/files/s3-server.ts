// Starts a server that speaks S3 and checks signatures, with a line before it that can become slow or die.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error: it has no types
import S3rver from '@20minutes/s3rver'
// @ts-expect-error: it has no types
import signed from '@20minutes/s3rver/lib/signature/v4.js'
import { S3mini } from 's3mini'

interface RunningServer {
  readonly httpServer: HttpServer
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

const Server = S3rver as new (options: object) => RunningServer

interface Signatures {
  getStringToSign(call: { readonly uri: string }, request: object): string
}

/** It checks the address of a bucket as if it had no slash at its end, which is signed with it, as S3 itself checks it. */
const signatures = signed as Signatures
const { getStringToSign } = signatures
signatures.getStringToSign = (call, request) =>
  getStringToSign(/^\/[^/]+$/.test(call.uri) ? { ...call, uri: `${call.uri}/` } : call, request)

/** Both are the server's own. */
const KEY = 'S3RVER'
const BUCKET = 'portal-files'

/** `stuck`: a part of an answer arrives, and then nothing more. `mute`: calls are carried out and not answered. */
export type Mood = 'well' | 'slow' | 'stuck' | 'mute' | 'frozen' | 'gone'

const DELAY_MS = 500
const STUCK_AFTER = 100_000

export interface S3Line {
  readonly env: Readonly<Record<string, string>>
  mood: Mood
  /** Connections that are open to it. */
  connections(): number
  keys(): Promise<readonly string[]>
  put(key: string, bytes: Buffer): Promise<void>
  close(): Promise<void>
}

export async function startS3(): Promise<S3Line> {
  const directory = mkdtempSync(join(tmpdir(), 'equipnet-s3-'))
  const server = new Server({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    if (line.mood === 'gone') return socket.destroy()
    const onward = createConnection(port, '127.0.0.1')
    for (const one of [socket, onward]) {
      sockets.add(one)
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one)
          socket.destroy()
          onward.destroy()
        })
    }
    let answered = 0
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        if (line.mood === 'frozen') return from.pause()
        if (line.mood === 'gone') return from.destroy()
        answered = to === socket ? answered + chunk.length : 0
        if (line.mood === 'mute' && to === socket) return
        if (line.mood === 'stuck' && answered > STUCK_AFTER) return from.pause()
        setTimeout(() => to.write(chunk), line.mood === 'slow' ? DELAY_MS : 0)
      })
    pass(socket, onward)
    pass(onward, socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: front } = proxy.address() as AddressInfo
  const endpointOf = (of: number) => `http://127.0.0.1:${of}`
  const direct = new S3mini({
    endpoint: `${endpointOf(port)}/${BUCKET}`,
    accessKeyId: KEY,
    secretAccessKey: KEY,
    region: 'us-east-1',
  })
  const line: S3Line = {
    mood: 'well',
    env: {
      FILES_S3_ENDPOINT: endpointOf(front),
      FILES_S3_BUCKET: BUCKET,
      FILES_S3_ACCESS_KEY: KEY,
      FILES_S3_SECRET_KEY: KEY,
    },
    connections: () => sockets.size / 2,
    keys: async () => ((await direct.listObjects()) ?? []).map(({ Key }) => Key).sort(),
    put: async (key, bytes) => void (await direct.putObject(key, bytes)),
    async close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      server.httpServer.closeAllConnections()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return line
}
