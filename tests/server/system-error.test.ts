// Tests one-line Chinese messages for errors of the operating system.
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdir, open, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { toLine } from '#server/platform/system-error.ts'

const taken = createServer().listen(0, '127.0.0.1')
afterAll(() => taken.close())

async function listenTwice(): Promise<unknown> {
  if (!taken.listening) await once(taken, 'listening')
  const second = createServer().listen((taken.address() as AddressInfo).port, '127.0.0.1')
  const [error] = await once(second, 'error')
  throw error
}

test.each([
  [
    'a missing folder',
    () => open('/no-such-folder/x.bak', 'w'),
    '/no-such-folder/x.bak：文件或文件夹不存在（ENOENT）',
  ],
  ['a folder for a file', () => readFile('/tmp'), '路径是文件夹，不是文件（EISDIR）'],
  ['a folder that is there', () => mkdir('/tmp'), '/tmp：已经存在（EEXIST）'],
  [
    'a taken port',
    listenTwice,
    /^127\.0\.0\.1:\d+：端口已被其他程序占用，请停止该程序或更换 PORT（EADDRINUSE）$/,
  ],
  ['a host without a name', () => lookup('nosuch.invalid'), /^nosuch\.invalid：/],
  ['what is no system’s', () => Promise.reject(new Error('配置有误')), '配置有误'],
  ['what is no error', () => Promise.reject('就这样'), '就这样'],
])('toLine describes %s in one Chinese line', async (_, fail, line) => {
  const error = await fail().then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  )
  expect(toLine(error)).toMatch(
    line instanceof RegExp ? line : new RegExp(`${line.replace(/[.()]/g, '\\$&')}$`),
  )
})
