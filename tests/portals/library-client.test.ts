// Tests `npm run client`: a program of another organisation reads and writes in the library by types that fit.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toPortalCode } from '#server/configuration/portal-code.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'
import { ROOT } from '../support/source-files.ts'
import * as shelf from './library/handlers/shelf.ts'
import { LIBRARY } from './library.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'equipnet-client-'))
const types = join(folder, 'api.ts')

let app: TestApp
let url: string

beforeAll(async () => {
  app = await createTestApp({ root: LIBRARY, code: toPortalCode([{ file: 'shelf.ts', module: shelf }]) })
  await seedWhenEmpty(app.services)
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  await runClient(url, '--out', types)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}, 120_000)
afterAll(async () => {
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

const runClient = (...words: readonly string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/client.ts', ...words], { cwd: ROOT })

/** Compiled strictly, then run; resolves with what it printed. */
async function runProgram(name: string, lines: readonly string[], env: object = {}): Promise<string> {
  const head = ["import createClient from 'openapi-fetch'", "import type { Book, paths } from './api.ts'"]
  writeFileSync(join(folder, name), [...head, ...lines].join('\n'))
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const compile = [tsc, ...options, '--allowImportingTsExtensions', '--skipLibCheck', name]
  await run(process.execPath, compile, { cwd: folder }).catch(({ stdout }) => expect(stdout).toBe(''))
  const { stdout } = await run(
    process.execPath,
    ['--import', join(ROOT, 'node_modules/tsx/dist/esm/index.mjs'), name],
    {
      cwd: folder,
      env: { ...process.env, ...env },
    },
  )
  return stdout
}

test('a program lists books, borrows one with its token, and reads why it is refused', async () => {
  const token = await app.signIn('borrower', 'reader')
  const printed = await runProgram(
    'borrow.ts',
    [
      'const { PORTAL = "", TOKEN = "" } = process.env',
      'const api = createClient<paths>({ baseUrl: PORTAL, headers: { token: TOKEN } })',
      "const books = await api.GET('/newapi/book/list', { params: { query: { limit: 50 } } })",
      'const list: Book[] = books.data?.data.list ?? []',
      'const titles = list.map(({ title }) => title)',
      "const one = await api.GET('/newapi/book/info/{id}', { params: { path: { id: 'book-1' } } })",
      "const loan = await api.POST('/newapi/loan/add', { body: { bookId: 'book-1', until: '2999-01-01' } })",
      "const mine = await api.GET('/newapi/loan/mine')",
      "const lacking = await api.GET('/newapi/book/info/{id}', { params: { path: { id: 'no-book' } } })",
      'console.log(JSON.stringify([titles, one.data?.data.callNumber, lacking.error?.code, loan.error?.msg ?? mine.data?.data.list?.length]))',
    ],
    { PORTAL: url, TOKEN: token },
  )
  const [titles, callNumber, code, borrowed] = JSON.parse(printed)
  expect(titles).toHaveLength(6)
  expect(titles).toContain('城南旧事')
  expect(callNumber).toBe('I246.5/12')
  expect({ code, borrowed }).toEqual({ code: ERRORS.NOT_FOUND.code, borrowed: 1 })
})

test('a wrong path, a wrong parameter and a value that no dictionary has do not compile', async () => {
  await runProgram('wrong.ts', [
    "const api = createClient<paths>({ baseUrl: 'http://127.0.0.1:1' })",
    'export const calls = () => [',
    '  // @ts-expect-error there is no such path',
    "  api.GET('/newapi/books/list'),",
    '  // @ts-expect-error the parameter is `limit`',
    "  api.GET('/newapi/book/list', { params: { query: { size: 50 } } }),",
    '  // @ts-expect-error a number',
    "  api.GET('/newapi/book/list', { params: { query: { limit: 'all' } } }),",
    '  // @ts-expect-error the path takes an id',
    "  api.GET('/newapi/book/info/{id}'),",
    '  // @ts-expect-error it has a body',
    "  api.POST('/newapi/api/login'),",
    ']',
  ])
})

test('every call of the interface that answers JSON is there', () => {
  const text = readFileSync(types, 'utf8')
  const paths = new Set(app.source.model.operations.map(({ path }) => path))
  expect(paths.size).toBeGreaterThan(50)
  expect([...paths].filter((path) => !text.includes(`'${path}': {`))).toEqual([])
})

test('an address that is none, or where nobody answers, is named', async () => {
  await expect(runClient()).rejects.toMatchObject({ stderr: expect.stringContaining('请写一个门户的地址') })
  const refused = runClient('http://127.0.0.1:1', '--out', join(folder, 'none.ts'))
  await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('不能写出接口的类型') })
})
