// Tests the configuration over HTTP, its hot reload and the websocket that announces it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchConfigurationFiles } from '#server/configuration/watch-configuration.ts'
import type { Manifest } from '#shared/model/manifest.ts'
import { NOTE, NOTE_FILE, writeSmallFiles, ZONE, ZONE_FILE } from '../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let root: string
let app: TestApp
let stopWatching: () => void

const write = (path: string, content: unknown) =>
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
const loadManifest = async () => JSON.parse((await app.get('/config/manifest.json')).text) as Manifest

/** How long it took; on a busy machine what is not timed may take its time. */
async function until(holds: () => boolean | Promise<boolean>, limit = 10_000): Promise<number> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > limit) throw new Error(`nothing happened in ${limit} ms`)
    await sleep(10)
  }
  return performance.now() - began
}

interface Message {
  readonly type: string
  readonly hash?: string
  readonly problems?: readonly { readonly slug: string; readonly file: string }[]
}

/** Opens the socket and collects what comes. */
async function listen(headers: Record<string, string> = {}): Promise<{ messages: Message[]; close(): void }> {
  const messages: Message[] = []
  const socket = await app.app.injectWS(
    '/websocket',
    { headers },
    { onInit: (opened) => opened.on('message', (data) => messages.push(JSON.parse(String(data)))) },
  )
  return { messages, close: () => socket.terminate() }
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'equipnet-config-'))
  await writeSmallFiles(root)
  app = await createTestApp({ root })
  stopWatching = watchConfigurationFiles(app.source, (error) => {
    throw error
  })
})
afterAll(async () => {
  stopWatching()
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

describe('configuration over HTTP', () => {
  test('the manifest names every page with the address of its body', async () => {
    const answer = await app.get('/config/manifest.json')
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      etag: `W/"${app.source.model.hash}"`,
    })
    const manifest = JSON.parse(answer.text) as Manifest
    expect(manifest.pages.map(({ id, path, title }) => ({ id, path, title }))).toEqual([
      { id: 'zones/trial', path: ZONE.path, title: ZONE.title },
    ])
    const body = await app.get(manifest.pages[0]?.url ?? '')
    expect(JSON.parse(body.text)).toMatchObject({ id: 'zones/trial', title: ZONE.title })
  })
  test('an unchanged manifest is answered with 304', async () => {
    const headers = { 'if-none-match': `W/"${app.source.model.hash}"` }
    expect(await app.get('/config/manifest.json', { headers })).toMatchObject({ status: 304, text: '' })
  })
  test('a page body under another hash is answered with 404', async () => {
    expect(await app.get('/config/pages/zones~trial.000000000000.json')).toMatchObject({
      status: 404,
      code: 40402,
    })
  })
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('large answers are compressed with %s', async (encoding, unpack) => {
    const headers = { 'accept-encoding': encoding }
    for (const url of ['/newapi/api/area/tree', '/openapi.json']) {
      const plain = await app.get(url)
      const packed = await app.app.inject({ method: 'GET', url, headers })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(unpack(packed.rawPayload).toString()).toBe(plain.text)
      expect(packed.rawPayload.length).toBeLessThan(plain.text.length / 2)
    }
  })
  test('small answers, and answers to clients that refuse compression, are plain text', async () => {
    const small = await app.get('/newapi/zone/list', { headers: { 'accept-encoding': 'br' } })
    expect(small.headers['content-encoding']).toBeUndefined()
    const unwilling = await app.get('/openapi.json', { headers: { 'accept-encoding': 'br;q=0, identity' } })
    expect(unwilling.headers['content-encoding']).toBeUndefined()
  })
})

describe('hot reload', () => {
  test('a changed file is served and announced within a second', async () => {
    const { messages, close } = await listen()
    const before = await loadManifest()
    expect(messages).toEqual([{ type: 'config', hash: before.hash }])
    write(ZONE_FILE, { ...ZONE, title: '新的专区' })
    const took = await until(() => messages.length > 1)
    const after = await loadManifest()
    expect(took).toBeLessThan(1000)
    expect(messages[1]).toEqual({ type: 'config', hash: after.hash })
    expect(after.pages[0]?.title).toBe('新的专区')
    expect((await app.get(before.pages[0]?.url ?? '')).status, 'the page before is still there').toBe(200)
    expect((await app.get(after.pages[0]?.url ?? '')).text).toContain('新的专区')
    close()
  })
  test('a new file adds a page or an endpoint, and removing the file removes the endpoint', async () => {
    expect((await app.get('/newapi/memo/list')).status).toBe(404)
    write('zones-config/second.json', { ...ZONE, title: '又一专区', path: '/SecondZone' })
    write('schemas/content/memo.json', { ...NOTE, title: '备忘', endpoints: { list: 'GET /memo/list' } })
    await until(async () => (await app.get('/newapi/memo/list')).status === 200)
    await until(async () => (await loadManifest()).pages.length === 2)
    rmSync(join(root, 'schemas/content/memo.json'))
    rmSync(join(root, 'zones-config/second.json'))
    await until(async () => (await app.get('/newapi/memo/list')).status === 404)
  })
  test('an invalid file leaves the last valid configuration active and sends its problems to sockets', async () => {
    const { messages, close } = await listen()
    const before = await loadManifest()
    write(ZONE_FILE, '{ "title": "坏了"')
    await until(() => messages.some(({ type }) => type === 'config-problems'))
    const problems = messages.findLast(({ type }) => type === 'config-problems')?.problems ?? []
    expect(problems[0]?.file).toBe(ZONE_FILE)
    expect(await loadManifest()).toEqual(before)
    const late = await listen()
    await until(() => late.messages.length === 2)
    expect(late.messages.map(({ type }) => type)).toEqual(['config', 'config-problems'])
    late.close()
    write(ZONE_FILE, { ...ZONE, title: '新的专区' })
    await until(() => messages.at(-1)?.type === 'config')
    expect(messages.at(-1)?.hash).toBe(before.hash)
    close()
  })
  test('an operation without a handler is refused and leaves the configuration unchanged', async () => {
    const before = app.source.model.hash
    write('schemas/api/extra.json', {
      $schema: '../config/api.schema.json',
      title: '多余',
      operations: { one: { at: 'GET /extra/one', summary: '无人处理', access: 'anyone' } },
    })
    await until(() => app.source.problems.length > 0)
    expect(app.source.problems[0]).toMatchObject({
      slug: 'operation_handler',
      file: 'schemas/api/extra.json',
    })
    expect(app.source.model.hash).toBe(before)
    expect((await app.get('/newapi/extra/one')).status).toBe(404)
    rmSync(join(root, 'schemas/api/extra.json'))
    await until(() => app.source.problems.length === 0)
  })
  describe('file watcher', () => {
    /** As most editors save, and `git` writes: another file takes its place. */
    const replace = (path: string, content: string): void => {
      writeFileSync(join(root, 'aside'), content)
      renameSync(join(root, 'aside'), join(root, path))
    }
    /** As a copy of a new version does: everything goes, and is put there again. */
    const renew = (folder: string, path: string, content: string): void => {
      cpSync(join(root, folder), join(root, 'aside'), { recursive: true })
      rmSync(join(root, folder), { recursive: true })
      cpSync(join(root, 'aside'), join(root, folder), { recursive: true })
      rmSync(join(root, 'aside'), { recursive: true })
      writeFileSync(join(root, path), content)
    }
    const saves: readonly (readonly [string, (path: string, content: string) => void])[] = [
      ['a file that is replaced', replace],
      ['a folder that is put there anew', (path, content) => renew(dirname(path), path, content)],
      [
        'all that is put there anew',
        (path, content) => {
          for (const folder of ['schemas', 'pages-config', 'zones-config'])
            if (existsSync(join(root, folder))) renew(folder, path, content)
        },
      ],
    ]
    test.each(saves)('notices repeated changes of %s', async (_, save) => {
      for (const time of [1, 2, 3]) {
        const title = `便签之${time}`
        save(NOTE_FILE, JSON.stringify({ ...NOTE, title }))
        await until(() => app.source.model.contentTypes[0]?.title === title)
        write(NOTE_FILE, { ...NOTE, title: `${title}改` })
        await until(() => app.source.model.contentTypes[0]?.title === `${title}改`)
      }
      write(NOTE_FILE, NOTE)
      await until(() => app.source.model.contentTypes[0]?.title === NOTE.title)
    })
    test('notices the first file of a folder that did not exist', async () => {
      const zone = readFileSync(join(root, ZONE_FILE), 'utf8')
      rmSync(join(root, 'zones-config'), { recursive: true })
      await until(async () => (await loadManifest()).pages.length === 0)
      for (const title of ['最初的专区', '改过的专区']) {
        mkdirSync(join(root, 'zones-config'), { recursive: true })
        write(ZONE_FILE, { ...ZONE, title })
        await until(async () => (await loadManifest()).pages[0]?.title === title)
      }
      write(ZONE_FILE, zone)
    })
  })
  test('many changes in quick succession end with the last state', async () => {
    for (let count = 0; count < 20; count += 1) write(NOTE_FILE, { ...NOTE, title: `便签${count}` })
    await until(() => app.source.model.contentTypes[0]?.title === '便签19')
  })
})

describe('configuration websocket', () => {
  const rows: readonly (readonly [name: string, headers: Record<string, string>, isOpen: boolean])[] = [
    ['of our own page', { host: 'portal.example', origin: 'https://portal.example' }, true],
    ['of no browser', { host: 'portal.example' }, true],
    ['of another site', { host: 'portal.example', origin: 'https://evil.example' }, false],
    ['of another port', { host: 'portal.example:8080', origin: 'http://portal.example:9090' }, false],
    ['of a page without origin', { host: 'portal.example', origin: 'null' }, false],
  ]
  test.each(rows)(
    'opens for pages of the portal and programs, and is refused for other origins: %s',
    async (_name, headers, isOpen) => {
      if (!isOpen) return expect(listen(headers)).rejects.toThrow('403')
      const { messages, close } = await listen(headers)
      await until(() => messages.length > 0)
      close()
    },
  )
  test('answers a request that is no websocket upgrade with 400', async () => {
    expect(await app.get('/websocket')).toMatchObject({ status: 400, code: 40003 })
  })
})
