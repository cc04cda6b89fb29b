// Provides a small portal of notes with answers below, whose fields a test annotates as it likes.
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../support/small-configuration.ts'

const BOTH = ['owner', 'operator']

/** Notes are written, settled or deleted; replies lie below them; loans of a note lock it while they are out. */
const LIFECYCLE = {
  $schema: '../config/lifecycle.schema.json',
  title: '便签办理',
  initial: 'open',
  states: {
    open: { title: '办理中', editable: true, readers: BOTH },
    settled: { title: '已办结', final: true, readers: BOTH },
    deleted: { title: '已删除', gone: true, readers: ['operator', 'auditor'], retentionDays: 30 },
  },
  transitions: [
    { action: 'settle', title: '办结', from: ['open'], to: 'settled', by: ['operator'] },
    { action: 'delete', title: '删除', from: ['open'], to: 'deleted', by: ['owner'] },
    { action: 'restore', title: '恢复', from: ['deleted'], to: 'open', by: ['operator'] },
  ],
}

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 60, ...more })

/** `personal` is what the type says of its personal data; `fields` are more fields of the note. */
export async function noteModel(fields: object, personal?: object): Promise<Model> {
  const files = await smallFiles()
  const note = {
    ...NOTE,
    lifecycle: 'case',
    ...(personal ? { personal } : {}),
    fields: {
      type: 'object',
      required: ['title'],
      properties: {
        title: text('标题', { minLength: 2, 'x-search': 'A' }),
        day: text('日期', { format: 'date' }),
        ...fields,
      },
    },
    endpoints: {
      list: { at: 'GET /note/list', access: ['registered'] },
      info: { at: 'GET /note/info/{id}', access: ['registered'] },
      add: 'POST /note/add',
      update: 'POST /note/update',
      settle: 'POST /note/settle',
      delete: 'POST /note/delete',
      restore: 'POST /note/restore',
    },
  }
  const below = (title: string, properties: object) => ({
    $schema: '../config/content-type.schema.json',
    version: 1,
    title,
    lifecycle: 'case',
    parent: 'noteId',
    fields: {
      type: 'object',
      required: ['title', 'noteId'],
      properties: { title: text('标题', { minLength: 2 }), ...properties },
    },
  })
  const reply = {
    ...below('答复', {
      noteId: text('便签', { 'x-ref': 'note' }),
      caller: text('来电者', { 'x-from': 'parent.nickname' }),
    }),
    endpoints: {
      add: { at: 'POST /reply/add', access: ['registered'] },
      info: { at: 'GET /reply/info/{id}', access: ['registered'] },
      settle: 'POST /reply/settle',
    },
  }
  const { parent: _none, ...loan } = {
    ...below('借阅', { noteId: text('便签', { 'x-ref': 'note', 'x-holds': ['open'] }) }),
    endpoints: {
      add: { at: 'POST /borrow/add', access: ['registered'] },
      info: { at: 'GET /borrow/info/{id}', access: ['registered'] },
      settle: 'POST /borrow/settle',
    },
  }
  const status = { value: 'open', label: '办理中' }
  const own: Readonly<Record<string, object>> = {
    [NOTE_FILE]: note,
    'schemas/content/reply.json': reply,
    'schemas/content/borrow.json': loan,
    'schemas/lifecycles/case.json': LIFECYCLE,
    'schemas/dictionaries/contentStatus.json': {
      $schema: '../config/dictionary.schema.json',
      title: '状态',
      items: [status, { value: 'settled', label: '已办结' }, { value: 'deleted', label: '已删除' }],
    },
  }
  for (const [path, content] of Object.entries(own)) files.set(path, JSON.stringify(content, null, 2))
  const result = checkConfiguration(files)
  if (!result.ok)
    throw new Error(result.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  return result.model
}
