// Provides a configuration that is small and stays as it is: the portal's own operations, one content type, one zone.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { portalFiles } from '../../support/portal-files.ts'

export const ROOT = join(import.meta.dirname, '..', '..', '..')
export const NOTE_FILE = 'schemas/content/note.json'
export const ZONE_FILE = 'zones-config/trial.json'

/** Of the project's own files only those that describe the language and the server's operations, with their forms. */
const KEPT =
  /^schemas\/(roles\.json$|(config|common|api|forms|dictionaries|parameters|pictures|widgets\/inputs)\/)/

export const NOTE = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '便签',
  lifecycle: 'plain',
  fields: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', title: '标题', minLength: 2, maxLength: 20, 'x-search': 'A' },
      mood: { type: 'string', title: '心情', 'x-dict': 'mood', 'x-filter': true },
      budget: { type: 'number', title: '预算', minimum: 0, maximum: 1000, 'x-filter': true, 'x-sort': true },
      day: { type: 'string', title: '日期', format: 'date' },
      mobile: { type: 'string', title: '手机', format: 'mobile', 'x-visible': ['anyone'] },
      tags: { type: 'array', title: '标签', maxItems: 2, items: { type: 'string', maxLength: 5 } },
      body: { type: 'string', title: '正文', maxLength: 200, 'x-widget': 'textarea' },
    },
  },
  endpoints: {
    list: 'GET /note/list',
    info: 'GET /note/info/{id}',
    add: 'POST /note/add',
    update: 'POST /note/update',
    like: 'GET /note/like',
    delete: 'GET /note/delete',
    commentAdd: 'POST /note/comment',
  },
}

export const ZONE = {
  $schema: '../schemas/config/zone.schema.json',
  title: '试用专区',
  path: '/TrialZone',
  slogan: '先试后用',
  theme: { color: '#1565C0', cover: 'waves' },
  sections: [{ widget: 'plain-text', title: '说明' }],
}

const PLAIN = {
  $schema: '../config/lifecycle.schema.json',
  title: '直接公开',
  initial: 'online',
  states: {
    online: { title: '已上线', public: true, editable: true },
    deleted: { title: '已删除', final: true, readers: [] },
  },
  transitions: [
    { action: 'delete', title: '删除', from: ['online'], to: 'deleted', by: ['owner', 'operator'] },
  ],
}

/** The policy that forms with sensitive answers name: it must be there as soon as there are pages at all. */
export const POLICY_FILE = 'pages-config/about/privacy.json'
export const POLICY = {
  $schema: '../../schemas/config/page.schema.json',
  kind: 'zone',
  path: '/privacy',
  title: '隐私政策',
  shell: 'bare',
  sections: [{ widget: 'plain-text', title: '说明' }],
}

const OWN: Readonly<Record<string, unknown>> = {
  [NOTE_FILE]: NOTE,
  [ZONE_FILE]: ZONE,
  'schemas/lifecycles/plain.json': PLAIN,
  'schemas/widgets/plain-text.schema.json': {
    $schema: '../config/widget.schema.json',
    family: 'section',
    title: '文字',
    source: 'none',
  },
  'schemas/dictionaries/mood.json': {
    $schema: '../config/dictionary.schema.json',
    title: '心情',
    items: [
      { value: '1', label: '晴' },
      { value: '2', label: '雨' },
    ],
  },
  'schemas/dictionaries/contentStatus.json': {
    $schema: '../config/dictionary.schema.json',
    title: '状态',
    items: [
      { value: 'online', label: '已上线' },
      { value: 'deleted', label: '已删除' },
    ],
  },
}

/** A registration leads to no directory here, because the content types of the project's own are not there. */
function withoutDirectory(path: string, text: string): string {
  if (!path.startsWith('schemas/forms/') || !text.includes('"directory"')) return text
  const { directory: _none, ...form } = JSON.parse(text) as Readonly<Record<string, unknown>>
  return JSON.stringify(form, null, 2)
}

/** File texts by path. */
export async function smallFiles(): Promise<Map<string, string>> {
  const kept = [...portalFiles()].filter(([path]) => KEPT.test(path))
  const files = new Map(kept.map(([path, text]) => [path, withoutDirectory(path, text)]))
  for (const [path, content] of Object.entries(OWN)) files.set(path, JSON.stringify(content, null, 2))
  return files
}

export async function smallModel(): Promise<Model> {
  const result = checkConfiguration(await smallFiles())
  if (!result.ok)
    throw new Error(result.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  return result.model
}

/** The same files in a folder, for tests that change them. */
export async function writeSmallFiles(root: string): Promise<void> {
  for (const folder of ['pages-config', 'zones-config']) mkdirSync(join(root, folder), { recursive: true })
  for (const [path, text] of await smallFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
