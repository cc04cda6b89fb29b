// Tests another portal in another folder: a library of a dozen files, without any text of this portal.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#server/platform/settings.ts'
import { ROOT } from '../../support/source-files.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const PAGE = 'somewhere/schemas/config/page.schema.json'
const LANGUAGE = 'somewhere/schemas/config'

const zone = (path: string, title: string, more: object = {}) => ({
  $schema: PAGE,
  kind: 'zone',
  path,
  title,
  sections: [{ widget: 'text', title, options: { paragraphs: ['欢迎来馆。'] } }],
  ...more,
})

const FILES: Readonly<Record<string, object | string>> = {
  'pages-config/site.json': {
    $schema: `${LANGUAGE}/site.schema.json`,
    name: '河东区图书馆',
    subtitle: 'Hedong Library',
    description: '借书、还书、听讲座',
    logo: 'assets/book.svg',
    colors: { primary: '#7A1F3D' },
    organizer: '河东区文化馆',
    storagePrefix: 'library',
    pages: { home: 'start', missing: 'lost' },
  },
  'pages-config/assets/book.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>',
  'pages-config/menu.json': {
    $schema: `${LANGUAGE}/menu.schema.json`,
    items: [
      { id: 'start', page: 'start' },
      { id: 'books', page: 'books' },
    ],
  },
  'pages-config/start.json': zone('/start', '馆内'),
  'pages-config/lost.json': zone('/lost', '没有这一页', { shell: 'bare', titleBar: false }),
  'pages-config/books.json': {
    $schema: PAGE,
    kind: 'list',
    path: '/books',
    title: '馆藏',
    source: 'book.list',
    columns: ['author'],
    open: { page: 'book', params: { id: '{item.id}' } },
  },
  'pages-config/book.json': {
    $schema: PAGE,
    kind: 'detail',
    path: '/book',
    title: '图书',
    parent: 'books',
    params: { id: { required: true } },
    source: { operation: 'book.info', params: { id: '{query.id}' } },
    facts: ['author'],
    actions: [{ do: 'transition', transition: 'delete' }],
  },
  'schemas/content/book.json': {
    $schema: `${LANGUAGE}/content-type.schema.json`,
    version: 1,
    title: '图书',
    lifecycle: 'shelf',
    fields: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', title: '书名', maxLength: 60, 'x-search': 'A' },
        author: { type: 'string', title: '作者', maxLength: 60 },
        contact: { $ref: '../common/mobile.schema.json', title: '捐赠人电话', 'x-visible': ['librarian'] },
      },
    },
    endpoints: { list: 'GET /book/list', info: 'GET /book/info/{id}', delete: 'GET /book/delete' },
    samples: '../samples/book.json',
  },
  'schemas/samples/book.json': {
    $schema: `${LANGUAGE}/samples.schema.json`,
    items: [{ _id: 'book-1', title: '城南旧事', author: '林海音', _status: 'published' }],
  },
  'schemas/roles.json': {
    $schema: `${LANGUAGE}/roles.schema.json`,
    grants: { moderate: '整理馆藏', administer: '管理账号' },
    roles: { librarian: { title: '馆员', grants: ['moderate', 'administer'] }, reader: { title: '读者' } },
  },
  'schemas/lifecycles/shelf.json': {
    $schema: `${LANGUAGE}/lifecycle.schema.json`,
    title: '上架',
    initial: 'published',
    states: {
      published: { title: '在架', public: true },
      withdrawn: { title: '已下架', gone: true, final: true, readers: ['librarian'] },
    },
    transitions: [
      { action: 'delete', title: '下架', from: ['published'], to: 'withdrawn', by: ['librarian'] },
    ],
  },
  'schemas/dictionaries/contentStatus.json': {
    $schema: `${LANGUAGE}/dictionary.schema.json`,
    title: '状态',
    items: [
      { value: 'published', label: '在架' },
      { value: 'withdrawn', label: '已下架' },
    ],
  },
  'schemas/api/menu.json': {
    $schema: `${LANGUAGE}/api.schema.json`,
    title: '菜单',
    operations: { tree: { at: 'GET /menu/tree', summary: '菜单', deed: '查看菜单', access: 'anyone' } },
  },
}

/** Leads to the shape of the file from where the file stands. */
const withSchema = (file: string, text: string): string =>
  text.replace(LANGUAGE, relative(dirname(file), join(ROOT, 'schemas/config')))

let folder: string
let built: string
let app: TestApp

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'equipnet-library-'))
  built = mkdtempSync(join(tmpdir(), 'equipnet-built-'))
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(
      join(folder, path),
      typeof content === 'string'
        ? content
        : withSchema(join(folder, path), JSON.stringify(content, null, 2)),
    )
  }
  // What Vite builds from the same page differs in the addresses of scripts and styles.
  execFileSync('cp', [join(ROOT, 'src/portal/index.html'), built])
  app = await createTestApp({ root: folder, portalFolder: built })
})
afterAll(async () => {
  await app?.close()
  for (const path of [folder, built]) rmSync(path, { recursive: true, force: true })
})

describe('PORTAL_DIR', () => {
  test('sets the folder of the portal and leaves the folder of the program unchanged', () => {
    const { portal, root } = readSettings({ PORTAL_DIR: folder })
    expect({ portal, root }).toEqual({ portal: folder, root: resolve(ROOT) })
    expect(readSettings({}).portal).toBe(resolve(ROOT))
    expect(() => readSettings({ PORTAL_DIR: tmpdir() })).toThrow('没有 pages-config/site.json')
  })

  test('is the folder that npm run check validates', () => {
    const env = { ...process.env, PORTAL_DIR: folder }
    const said = execFileSync(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'check'], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    })
    expect(said).toContain('配置检查通过，0 个警告')
    expect(said).toContain('，4 个页面')
  })

  test('is served despite warnings of the check, which the start logs', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'equipnet-warned-'))
    cpSync(folder, copy, { recursive: true })
    const unused = { title: '没有人用的字典', items: [{ value: '1', label: '一' }] }
    const file = join(copy, 'schemas/dictionaries/unused.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      withSchema(file, JSON.stringify({ $schema: `${LANGUAGE}/dictionary.schema.json`, ...unused })),
    )
    const server = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src/server/main.ts')], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: '',
        PORTAL_DIR: copy,
        DATA_DIR: join(copy, 'data'),
        PORT: '0',
        HOST: '127.0.0.1',
      },
    })
    try {
      let said = ''
      for (const stream of [server.stdout, server.stderr])
        stream.setEncoding('utf8').on('data', (chunk) => {
          said += chunk
        })
      await expect.poll(() => said, { timeout: 60_000 }).toContain('启动用时')
      expect(said).toContain('配置有 1 个警告：')
      expect(said).toMatch(/schemas\/dictionaries\/unused\.json:\d+:\d+ 警告 /)
    } finally {
      server.kill('SIGKILL')
      await once(server, 'close')
      rmSync(copy, { recursive: true, force: true })
    }
  })

  test('defines the roles, so the check reports a role of another portal as value_unknown', () => {
    const copy = mkdtempSync(join(tmpdir(), 'equipnet-roles-'))
    try {
      cpSync(join(ROOT, 'tests/portals/library'), copy, { recursive: true })
      const page = join(copy, 'pages-config/loan/mine.json')
      const text = readFileSync(page, 'utf8')
      writeFileSync(page, text.replace(/"access": \[\s*"/, '$&supplier", "'))
      const said = spawnSync(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'check', '--format', 'json'], {
        cwd: ROOT,
        env: { ...process.env, PORTAL_DIR: copy },
        encoding: 'utf8',
      }).stdout
      const problems = JSON.parse(said) as readonly { slug: string; found: string; file: string }[]
      expect(problems.map(({ slug, found, file }) => [slug, found, file])).toEqual([
        ['value_unknown', 'supplier', 'pages-config/loan/mine.json'],
      ])
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })
})

describe('portal of a library', () => {
  test('has its own name, texts, logo and colours, and no text of another portal', async () => {
    const { text } = await app.get('/')
    expect(text).toContain('<title>河东区图书馆</title>')
    expect(text).toContain('<meta name="description" content="借书、还书、听讲座" />')
    expect(text).toContain('--eq-primary:#7A1F3D')
    expect(text).toContain('--eq-primary-dark:#5C172E')
    expect(text).toContain('content="#7A1F3D"')
    expect(text).not.toContain('装备')
    expect(text).not.toContain('{{')
    expect(JSON.parse(/id="site">(.*?)<\/script>/.exec(text)?.[1] ?? '')).toEqual({
      name: '河东区图书馆',
      subtitle: 'Hedong Library',
      organizer: '河东区文化馆',
      storagePrefix: 'library',
      timeZone: { name: expect.any(String), minutes: expect.any(Number) },
      logo: expect.stringMatching(/^\/config\/assets\/book\.svg\?v=/),
      pages: { home: '/start', missing: '/lost', signIn: [], help: [] },
      websocket: true,
      calls: { 'menu.tree': '/newapi/menu/tree' },
    })
  })

  test('serves its logo with immutable caching and answers 404 for other files', async () => {
    const logo = /"logo":"([^"]+)"/.exec((await app.get('/')).text)?.[1] ?? ''
    const { status, headers, text } = await app.get(logo)
    expect({ status, text }).toEqual({ status: 200, text: FILES['pages-config/assets/book.svg'] })
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(headers['cache-control']).toContain('immutable')
    expect(headers['content-security-policy']).toContain('sandbox')
    for (const other of [
      '/config/assets/site.json',
      '/config/assets/..%2Fsite.json',
      '/config/assets/mark.svg',
    ])
      expect((await app.get(other)).status, other).toBe(404)
  })

  test('serves its own content list, menu and OpenAPI title', async () => {
    const { data } = await app.get<{ list: { title: string }[] }>('/newapi/book/list')
    expect(data.list).toEqual([])
    expect((await app.get('/newapi/menu/tree')).data).toMatchObject([{ title: '馆内' }, { title: '馆藏' }])
    expect((await app.get('/openapi.json')).text).toContain('河东区图书馆接口')
  })

  test('answers 404 for calls that it does not declare', async () => {
    for (const path of ['/newapi/demand/list', '/newapi/api/captcha', '/newapi/api/map/base'])
      expect((await app.get(path)).status, path).toBe(404)
  })
})
