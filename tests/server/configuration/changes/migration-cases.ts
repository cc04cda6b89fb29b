// Provides changes of a configuration with the steps that go with them, and what they make of each record.
import { type Changes, FILES, field, required, type Written, withoutField } from './gate-app.ts'

export const FILE = 'schemas/migrations/2026-11.json'

export const migration = (steps: readonly object[], more: object = {}) => ({
  $schema: '../config/migration.schema.json',
  title: '试一次',
  steps,
  ...more,
})

export interface Device {
  readonly id: string
  readonly status: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Changes, the steps that go with them, how many the trial counts, and what each record is then. */
type Case = readonly [
  name: string,
  changes: Changes,
  steps: readonly object[],
  said: RegExp,
  made: (device: Device) => Partial<Device>,
]

const without = (body: Device['body'], ...names: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

export const CASES: readonly Case[] = [
  [
    'a field gets another name',
    { [FILES.device]: withoutField('note', 'remark') },
    [{ rename: 'field', in: 'device', from: 'note', to: 'remark' }],
    /第 1 步.*23 条内容、1 份草稿/,
    ({ body }) => ({ body: { ...without(body, 'note'), ...(body.note ? { remark: body.note } : {}) } }),
  ],
  [
    'a secret field gets another name',
    { [FILES.device]: withoutField('secret', 'hint') },
    [{ rename: 'field', in: 'device', from: 'secret', to: 'hint' }],
    /24 条内容/,
    ({ body }) => ({ body: { ...without(body, 'secret'), hint: body.secret } }),
  ],
  [
    'a field is archived',
    { [FILES.device]: withoutField('note') },
    [{ archive: 'field', in: 'device', name: 'note' }],
    /23 条内容、1 份草稿/,
    ({ body }) => ({ body: without(body, 'note') }),
  ],
  [
    'a field becomes a number',
    { [FILES.device]: field('code', () => ({ type: 'integer', title: '编号' })) },
    [{ map: 'field', in: 'device', name: 'code', values: { C1: 1, C2: 2 }, else: 0 }],
    /24 条内容/,
    ({ body }) => ({ body: { ...body, code: body.code === 'C1' ? 1 : body.code === 'C2' ? 2 : 0 } }),
  ],
  [
    'a number becomes a text',
    { [FILES.device]: field('count', () => ({ type: 'string', title: '数量' })) },
    [{ map: 'field', in: 'device', name: 'count', as: 'text' }],
    /24 条内容/,
    ({ body }) => ({ body: { ...body, count: String(body.count) } }),
  ],
  [
    'a field becomes required',
    { [FILES.device]: required('note') },
    [{ default: 'field', in: 'device', name: 'note', value: '无' }],
    /1 条内容/,
    ({ body }) => ({ body: { ...body, note: body.note ?? '无' } }),
  ],
  [
    'a limit is tightened',
    { [FILES.device]: field('count', (one) => ({ ...one, maximum: 100 })) },
    [{ default: 'field', in: 'device', name: 'count', value: 100 }],
    /13 条内容/,
    ({ body }) => ({ body: { ...body, count: Math.min(Number(body.count), 100) } }),
  ],
  [
    'a limit is tightened for what comes',
    { [FILES.device]: field('count', (one) => ({ ...one, maximum: 100 })) },
    [{ keep: 'limit', in: 'device', name: 'count' }],
    /没有涉及/,
    ({ body }) => ({ body }),
  ],
  [
    'a code gets another name',
    {
      [FILES.grade]: ({ items, ...rest }: Written) => ({
        ...rest,
        items: items.map((one: Written) => (one.value === 'c' ? { ...one, value: 'third' } : one)),
      }),
    },
    [{ rename: 'code', in: 'grade', from: 'c', to: 'third' }],
    /16 条内容/,
    ({ body }) => ({
      body: {
        ...body,
        grade: body.grade === 'c' ? 'third' : body.grade,
        parts: (body.parts as Written[]).map((one) => ({
          ...one,
          grade: one.grade === 'c' ? 'third' : one.grade,
        })),
      },
    }),
  ],
  [
    'two codes become one',
    { [FILES.color]: ({ items, ...rest }: Written) => ({ ...rest, items: items.slice(0, 2) }) },
    [{ rename: 'code', in: 'tint', from: 'y', to: 'r' }],
    /8 条内容/,
    ({ body }) => ({
      body: {
        ...body,
        tints: [...new Set((body.tints as string[]).map((one) => (one === 'y' ? 'r' : one)))],
      },
    }),
  ],
  [
    'a state gets another name',
    {
      [FILES.lifecycle]: ({ states: { parked, ...states }, transitions, ...rest }: Written) => ({
        ...rest,
        states: { ...states, stored: parked },
        transitions: [
          { ...transitions[0], to: 'stored' },
          { ...transitions[1], from: ['shown', 'stored'] },
        ],
      }),
    },
    [{ rename: 'state', in: 'kept', from: 'parked', to: 'stored' }],
    /4 条内容/,
    ({ status, body }) => ({ status: status === 'parked' ? 'stored' : status, body }),
  ],
  [
    'a parameter gets another name',
    {
      [FILES.set]: ({ groups, ...rest }: Written) => ({
        ...rest,
        groups: [{ ...groups[0], fields: { rate: groups[0].fields.flow, lift: groups[0].fields.lift } }],
      }),
    },
    [{ rename: 'parameter', in: 'gear/G01', from: 'flow', to: 'rate' }],
    /24 条内容/,
    ({ body }) => {
      const { flow, ...rest } = body.params as Written
      return { body: { ...body, params: { ...rest, rate: flow } } }
    },
  ],
]

/** What the first step does: each of these changes rows in another way. */
export const verbOf = ([, , [step = {}]]: Case): string | undefined => Object.keys(step)[0]
