// Provides a form with what the portal's own forms have little of: conditions, defaults and rows inside groups and rows.
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'

const text = (title: string, more: object = {}): JsonSchema => ({
  type: 'string',
  title,
  maxLength: 40,
  ...more,
})
const kind = (title: string, more: object = {}): JsonSchema => ({
  type: 'string',
  title,
  enum: ['1', '2', '3'],
  ...more,
})

const crew: JsonSchema = {
  type: 'object',
  title: '队员',
  required: ['name', 'licence'],
  properties: {
    name: text('姓名', { minLength: 2 }),
    post: kind('岗位', { default: '1' }),
    licence: text('证号', { pattern: '^[A-Za-z0-9]{5,30}$' }),
    mobile: text('手机', { format: 'mobile' }),
  },
  additionalProperties: false,
}

const properties: Readonly<Record<string, JsonSchema>> = {
  kind: kind('类型', { default: '2' }),
  note: text('说明', { maxLength: 400 }),
  body: text('正文', { maxLength: 4000 }),
  hasTeam: { type: 'boolean', title: '有队伍', default: false },
  team: {
    type: 'object',
    title: '队伍',
    required: ['leader', 'size'],
    properties: {
      leader: text('队长'),
      grade: kind('等级', { default: '3' }),
      size: { type: 'integer', title: '人数', minimum: 1, maximum: 99 },
      base: {
        type: 'object',
        title: '驻地',
        required: ['place'],
        properties: { place: text('地点'), code: text('邮编', { format: 'post-code' }) },
        additionalProperties: false,
      },
      crew: { type: 'array', title: '队员', items: crew, minItems: 1, maxItems: 4 },
    },
    additionalProperties: false,
  },
  rows: { type: 'array', title: '队员表', items: crew, maxItems: 6 },
  words: {
    type: 'array',
    title: '关键词',
    items: text('关键词', { maxLength: 8 }),
    uniqueItems: true,
    maxItems: 5,
  },
  reason: text('原因'),
}

const required = ['kind', 'team', 'reason', 'rows']
const TYPES: Readonly<Record<string, Field['type']>> = {
  note: 'long-text',
  body: 'rich-text',
  team: 'object',
  rows: 'object-list',
}

export const NESTED_FORM: FormModel = {
  id: 'nestedForm',
  version: 1,
  title: '嵌套',
  schema: { type: 'object', properties, required, additionalProperties: false },
  fields: Object.entries(properties).map(([name, schema]) => ({
    name,
    title: String(schema.title),
    type: TYPES[name] ?? 'text',
    required: required.includes(name),
    filter: false,
    sort: false,
    system: false,
    schema,
  })),
  steps: [{ title: '全部', fields: Object.keys(properties) }],
  conditions: {
    team: { 'form.hasTeam': true },
    'team.size': { 'item.grade': ['1', '3'] },
    'team.base': { 'form.kind': { ne: '1' } },
    'team.base.place': { 'item.code': { empty: true } },
    'team.crew.licence': { 'item.post': { ne: '2' } },
    'rows.licence': { any: [{ 'item.post': '1' }, { 'form.team.grade': '2' }] },
    'rows.mobile': { 'item.licence': { empty: false } },
    reason: { 'form.rows': { empty: true } },
    rows: { 'user.signedIn': true },
    note: { 'form.reason': { empty: false } },
  },
  inputs: {},
}
