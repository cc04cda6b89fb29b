// Provides a small portal with records of every kind in it, whose files tests change while it runs.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { portalFiles } from '../../../support/portal-files.ts'
import type { DatabaseCase } from '../../platform/database/each-database.ts'
import { NOTE, POLICY, POLICY_FILE, smallFiles } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: written configuration, changed at will
export type Written = any

export const FILES = {
  device: 'schemas/content/device.json',
  lifecycle: 'schemas/lifecycles/kept.json',
  grade: 'schemas/dictionaries/grade.json',
  color: 'schemas/dictionaries/tint.json',
  list: 'pages-config/device/list.json',
  form: 'schemas/forms/survey.json',
  set: 'schemas/parameters/gear/G01.json',
} as const

const DEVICE = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '器材',
  lifecycle: 'kept',
  fields: {
    type: 'object',
    required: ['title', 'kind'],
    properties: {
      title: { type: 'string', title: '名称', minLength: 2, maxLength: 30, 'x-search': 'A' },
      code: { type: 'string', title: '编号', maxLength: 20 },
      grade: { type: 'string', title: '等级', 'x-dict': 'grade', 'x-filter': true },
      tints: { type: 'array', title: '颜色', 'x-dict': 'tint', items: { type: 'string' } },
      count: { type: 'integer', title: '数量', minimum: 0, maximum: 1000 },
      note: { type: 'string', title: '说明', maxLength: 200, 'x-widget': 'textarea' },
      secret: { type: 'string', title: '密语', maxLength: 40, 'x-secret': true, 'x-visible': ['owner'] },
      parts: {
        type: 'array',
        title: '部件',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', title: '部件名' },
            grade: { type: 'string', title: '部件等级', 'x-dict': 'grade' },
          },
        },
      },
      kind: { type: 'string', title: '品类', 'x-dict': 'gearKind' },
      params: { type: 'object', title: '参数', 'x-parameters': 'kind' },
    },
  },
  endpoints: {
    list: 'GET /device/list',
    info: 'GET /device/info/{id}',
    add: 'POST /device/add',
    update: 'POST /device/update',
    park: 'GET /device/park',
    delete: 'GET /device/delete',
  },
}

const KEPT = {
  $schema: '../config/lifecycle.schema.json',
  title: '存放',
  initial: 'shown',
  states: {
    shown: { title: '在架', public: true, editable: true },
    parked: { title: '收起', editable: true, readers: ['owner', 'operator'] },
    gone: { title: '已删', gone: true, final: true, readers: ['operator'] },
  },
  transitions: [
    { action: 'park', title: '收起', from: ['shown'], to: 'parked', by: ['owner'] },
    { action: 'delete', title: '删除', from: ['shown', 'parked'], to: 'gone', by: ['owner', 'operator'] },
  ],
}

const dictionary = (title: string, values: Readonly<Record<string, string>>) => ({
  $schema: '../config/dictionary.schema.json',
  title,
  items: Object.entries(values).map(([value, label]) => ({ value, label })),
})

const OWN: Readonly<Record<string, object>> = {
  [FILES.device]: DEVICE,
  [FILES.lifecycle]: KEPT,
  [FILES.grade]: dictionary('等级', { a: '甲', b: '乙', c: '丙' }),
  [FILES.color]: dictionary('颜色', { r: '红', g: '绿', y: '黄' }),
  'schemas/parameters/gear.json': {
    $schema: '../config/parameter-family.schema.json',
    title: '器材品类',
    levels: [{ dictionary: 'gearKind', title: '品类' }],
  },
  [FILES.set]: {
    $schema: '../../config/parameter-set.schema.json',
    title: '水泵',
    order: 1,
    groups: [
      {
        title: '性能',
        fields: {
          flow: { type: 'number', title: '流量', 'x-unit': 'm³/h', minimum: 0, maximum: 9000 },
          lift: { type: 'number', title: '扬程', 'x-unit': 'm', minimum: 0, maximum: 900 },
        },
      },
    ],
  },
  [FILES.form]: {
    $schema: '../config/form.schema.json',
    version: 1,
    title: '回访',
    fields: {
      type: 'object',
      required: ['opinion'],
      properties: {
        opinion: { type: 'string', title: '意见', maxLength: 100 },
        score: { type: 'string', title: '评分', 'x-dict': 'grade' },
      },
    },
  },
  [FILES.list]: {
    $schema: '../../schemas/config/page.schema.json',
    kind: 'list',
    path: '/devices',
    title: '器材',
    shell: 'bare',
    source: { operation: 'device.list' },
    columns: ['title'],
  },
}

/** Of how many records the portal has. */
export const COUNTS = { items: 24, drafts: 3, parked: 4, graded: 8 } as const

export interface GateApp {
  readonly app: TestApp
  readonly root: string
  readonly token: string
  /** Writes files as `change` makes them of what they were at the start, and has the server read them. */
  publish(changes: Changes): Promise<void>
  /** All files as at the start. */
  restore(): Promise<void>
  /** What a file says as at the start. */
  written(path: string): Promise<unknown>
  /** Of everything that was written, however it is stored. */
  hash(): Promise<string>
  close(): Promise<void>
}

/** By path; null takes the file away. */
export type Changes = Readonly<Record<string, ((written: Written) => Written) | null | object>>

/** The files of the portal, with what is written in JSON parsed. */
export async function gateFiles(): Promise<Map<string, string>> {
  const files = await smallFiles()
  for (const [path, content] of Object.entries(OWN)) files.set(path, JSON.stringify(content, null, 2))
  for (const [path, text] of portalFiles()) if (path.startsWith('schemas/widgets/')) files.set(path, text)
  files.set(POLICY_FILE, JSON.stringify(POLICY))
  files.set('schemas/content/note.json', JSON.stringify(NOTE, null, 2))
  return files
}

export function changed(files: ReadonlyMap<string, string>, changes: Changes): Map<string, string | null> {
  return new Map(
    Object.entries(changes).map(([path, change]) => {
      if (change === null) return [path, null]
      const made = typeof change === 'function' ? change(JSON.parse(files.get(path) ?? '{}')) : change
      return [path, JSON.stringify(made, null, 2)]
    }),
  )
}

function writeAll(root: string, files: ReadonlyMap<string, string | null>): void {
  for (const [path, text] of files) {
    if (text === null) rmSync(join(root, path), { force: true })
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }
}

export async function openGateApp(database: DatabaseCase): Promise<GateApp> {
  const root = mkdtempSync(join(tmpdir(), 'equipnet-gate-'))
  for (const folder of ['schemas', 'pages-config', 'zones-config'])
    mkdirSync(join(root, folder), { recursive: true })
  const files = await gateFiles()
  writeAll(root, files)
  const app = await createTestApp({ root, database })
  const token = await app.signIn('writer')
  await fill(app, token)
  const put = async (texts: ReadonlyMap<string, string | null>): Promise<void> => {
    writeAll(root, texts)
    await app.source.reload()
  }
  let extra = new Set<string>()
  return {
    app,
    root,
    token,
    publish: async (changes) => {
      const texts = changed(files, changes)
      extra = new Set([...extra, ...texts.keys()])
      await put(texts)
    },
    restore: async () => {
      await put(new Map([...extra].map((path) => [path, files.get(path) ?? null])))
      extra = new Set()
    },
    written: async (path) => JSON.parse(files.get(path) ?? '{}'),
    hash: () => hashOf(app),
    close: async () => {
      await app.close()
      if (existsSync(root)) rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Through the same calls that people make. */
async function fill(app: TestApp, token: string): Promise<void> {
  const ids: string[] = []
  for (let index = 0; index < COUNTS.items; index += 1) {
    const answer = await app.post<{ id: string }>('/newapi/device/add', deviceBody(index), { token })
    if (answer.status !== 200) throw new Error(answer.text)
    ids.push(answer.data.id)
  }
  for (const id of ids.slice(0, COUNTS.parked)) {
    const parked = await app.get(`/newapi/device/park?id=${id}`, { token })
    if (parked.status !== 200) throw new Error(parked.text)
  }
  for (let index = 0; index < COUNTS.drafts; index += 1) {
    const form = index === 0 ? 'device' : 'survey'
    const data = index === 0 ? { title: '半件', grade: 'b', note: '写到一半' } : { opinion: '好', score: 'b' }
    const body = { form, key: `k${index}`, version: 1, data }
    const saved = await app.post('/newapi/api/draft', body, { token })
    if (saved.status !== 200) throw new Error(saved.text)
  }
}

/** Every third of grade b, each with two tints, the first without a note. */
export function deviceBody(index: number): Record<string, unknown> {
  return {
    title: `器材 ${index}`,
    code: `C${index % 20}`,
    grade: ['a', 'b', 'c'][index % 3],
    tints: [['r', 'g', 'y'][index % 3], 'r'].filter((one, at, all) => all.indexOf(one) === at),
    count: index * 10,
    ...(index === 0 ? {} : { note: `第 ${index} 件的说明` }),
    secret: `密语 ${index}`,
    parts: [{ name: '叶轮', grade: index % 2 === 0 ? 'c' : 'a' }],
    kind: 'G01',
    params: { flow: 100 + index, lift: 10 + index },
  }
}

async function hashOf({ services: { db } }: TestApp): Promise<string> {
  const items =
    await sql`select id, type, status, left_status, title, owner_id, body from item order by id`.execute(db)
  const drafts = await sql`select user_id, form, key, body from draft order by 1, 2, 3`.execute(db)
  const text = JSON.stringify([items.rows, drafts.rows])
  return createHash('sha256').update(text).digest('hex')
}

/** A field with another declaration. */
export const field =
  (name: string, change: (field: Written) => Written) =>
  (written: Written): Written => ({
    ...written,
    fields: {
      ...written.fields,
      properties: { ...written.fields.properties, [name]: change(written.fields.properties[name]) },
    },
  })

/** Without a field; under another name where one is given. */
export const withoutField =
  (name: string, to?: string) =>
  (written: Written): Written => {
    const { [name]: taken, ...rest } = written.fields.properties
    return {
      ...written,
      fields: {
        ...written.fields,
        required: written.fields.required.flatMap((one: string) => (one === name ? (to ?? []) : one)),
        properties: to ? { ...rest, [to]: taken } : rest,
      },
    }
  }

export const required =
  (name: string) =>
  (written: Written): Written => ({
    ...written,
    fields: { ...written.fields, required: [...written.fields.required, name] },
  })
