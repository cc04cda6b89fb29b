// Tests the contract of all cells with any value, and the text that each cell shows.

import { readFileSync } from 'node:fs'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadDictionaries } from '#portal/core/configuration/dictionaries.ts'
import { CELLS, Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { formatValue } from '#portal/widgets/items/format-value.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { DEFAULT_WIDGETS } from '#shared/forms/default-widgets.ts'
import { FIELD_TYPES, type Field, type FieldType } from '#shared/model/content-model.ts'
import type { Column } from '#shared/model/page-model.ts'
import { type FakeServer, startFakeServer, success } from '../support/fake-server.ts'
import { HOSTILE, LONG } from '../support/hostile-values.ts'
import { learnManifest } from '../support/learn-manifest.ts'
import { dangerIn, openAt } from '../support/portal-host.tsx'
import { column, field } from '../support/samples.ts'
import { widgetFiles } from '../support/widget-files.ts'

/** What a stored value of each type looks like, and what its default cell shows of it. */
const NORMAL: Readonly<Record<FieldType, readonly [value: unknown, shown: RegExp]>> = {
  text: ['排水车', /排水车/],
  'long-text': ['第一段\n第二段', /第一段\n第二段/],
  'rich-text': ['<p>正<strong>文</strong></p>', /正文/],
  number: [1234.5, /1,?234\.5/],
  integer: [12, /12/],
  boolean: [true, /是/],
  date: ['2026-03-05', /2026-03-05/],
  'date-time': ['2026-03-05T06:30:00.000Z', /2026-03-05/],
  dict: ['1', /采购需求|^1$/],
  'dict-list': [['1', '2'], /采购需求技术攻关/],
  region: ['350203', /福建省 厦门市 思明区|350203/],
  ref: ['17', /城市内涝排水需求|17/],
  'ref-list': [['17'], /城市内涝排水需求/],
  image: ['/file/1.png', /^$/],
  'image-list': [['/file/1.png', '/file/2.png'], /^$/],
  'file-list': [[{ name: '附件.pdf', url: '/file/1.pdf', size: 2048 }], /附件\.pdf2 KB/],
  'text-list': [['泵', '车'], /泵车/],
  url: ['https://www.example.cn/a?b=1', /example\.cn/],
  mobile: ['13800138000', /138/],
  object: [{ start: '一' }, /一/],
  'object-list': [[{ start: '一' }], /一/],
}

/** By cell, or by cell and type of value: what shows otherwise than `NORMAL` says. */
const OWN_VALUES: Readonly<Record<string, readonly [value: unknown, shown: RegExp]>> = {
  'portal-link': ['/needDetail?id=1', /查看并处理/],
  // Each line is a paragraph.
  'rich-text long-text': ['第一段\n第二段', /^第一段第二段$/],
}

/** What the server sends beside an item's ids. */
const TITLES: Item = { id: '1', refTitle: '城市内涝排水需求', 'ref-listTitle': ['城市内涝排水需求'] }

const REGIONS = [
  {
    value: '35',
    label: '福建省',
    children: [{ value: '3502', label: '厦门市', children: [{ value: '350203', label: '思明区' }] }],
  },
]

interface WidgetSchema {
  readonly family: string
  readonly accepts: readonly FieldType[]
}

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(`schemas/widgets/cells/${name}.schema.json`, 'utf8')) as WidgetSchema

const fieldOf = (type: FieldType, more: Partial<Field> = {}): Field =>
  field(type, '名称', type, {
    ...(type.startsWith('dict') ? { dict: 'demandType' } : {}),
    ...(type === 'object-list' ? { schema: { items: { properties: { start: { title: '起点' } } } } } : {}),
    ...more,
  })

const cases = [...CELLS.keys()].flatMap((name) => schemaOf(name).accepts.map((type) => ({ name, type })))

let server: FakeServer
let complaints: ReturnType<typeof vi.spyOn>

beforeAll(async () => {
  server = await startFakeServer()
  server.on('/newapi/api/area/tree', success(REGIONS))
  server.on(
    '/newapi/api/dict/all',
    success({
      demandType: [
        { value: '1', label: '采购需求', color: 'green' },
        { value: '2', label: '技术攻关' },
      ],
      contentStatus: [{ value: 'online', label: '已发布', color: 'green' }],
      priceUnit: [
        { value: '2', label: '万元' },
        { value: '3', label: '面议' },
      ],
      category: [
        { value: 'E1', label: '排水车', measure: '辆' },
        { value: 'E2', label: '其他' },
      ],
    }),
  )
  await loadDictionaries()
})
beforeEach(() => {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  const { calls } = complaints.mock
  complaints.mockRestore()
  expect(calls).toEqual([])
})

const draw = (own: Column, item: Item) => openAt('/page', <Cell column={own} item={item} />)

test('every schema of a cell has its component, every component its schema', () => {
  expect([...CELLS.keys()].sort()).toEqual(widgetFiles('cells'))
  for (const name of CELLS.keys()) {
    const { family, accepts } = schemaOf(name)
    expect(family).toBe('cell')
    expect(accepts.length).toBeGreaterThan(0)
    for (const type of accepts) expect(FIELD_TYPES).toContain(type)
  }
})

test.each(FIELD_TYPES)('the default cell of %s accepts that type', (type) => {
  expect(schemaOf(DEFAULT_WIDGETS[type].cell).accepts).toContain(type)
})

describe.each(cases)('cell $name of type $type', ({ name, type }) => {
  const own = column(name, fieldOf(type))

  test('shows its value', async () => {
    const [value, shown] = OWN_VALUES[`${name} ${type}`] ?? OWN_VALUES[name] ?? NORMAL[type]
    const { container } = draw(own, { ...TITLES, [type]: value })
    // A player and a reader show no words: what they open has a test of its own.
    if (name === 'video' || name === 'pdf') return expect(container.textContent).toBe('—')
    const words = { device: /未知设备/ }[name] ?? shown
    await waitFor(() => expect(container.textContent).toMatch(words))
    expect(container.querySelectorAll('img')).toHaveLength(name === 'images' ? 2 : name === 'image' ? 1 : 0)
    expect(dangerIn(container)).toEqual([])
  })

  test('renders hostile values without active content or raw codes', () => {
    for (const [what, value] of HOSTILE) {
      const { container } = draw(own, { id: '1', [type]: value })
      expect(dangerIn(container), what).toEqual([])
      expect(container.textContent, what).not.toMatch(/\[object Object\]|NaN|undefined|Infinity|Invalid/)
      cleanup()
    }
    expect('polluted' in {}).toBe(false)
    expect('hacked' in window).toBe(false)
  })
})

test.each([...CELLS.keys()])('cell %s shows —, 未填写 or nothing for an empty value', (name) => {
  const own = column(name, fieldOf(schemaOf(name).accepts[0] as FieldType))
  for (const item of [{}, { [own.field.name]: null }, { [own.field.name]: '' }]) {
    const { container } = draw(own, item)
    expect(container.textContent).toMatch(/^(—|未填写)?$/)
    cleanup()
  }
})

test('text cells render a very long text whole, and markup as text', () => {
  for (const cell of ['text', 'long-text']) {
    const { container } = draw(column(cell, fieldOf('long-text')), { 'long-text': `${LONG}<b>` })
    expect(container.textContent?.startsWith(`${LONG}<b>`)).toBe(true)
    cleanup()
  }
})

test.each([
  ['money', 12.5, {}, '12.5 元'],
  ['money', 1_250_000, { unit: '万元' }, '125 亿元'],
  ['number', 12_345, { unit: '台' }, '12,345 台'],
  ['number', 0, {}, '0'],
  ['duration', 45, {}, '45 秒'],
  ['duration', 260, {}, '4 分 20 秒'],
  ['duration', 3_600, {}, '1 小时'],
  ['duration', 3_725, {}, '1 小时 2 分'],
  ['duration', 0, {}, '—'],
  ['deadline', '2020-01-01', {}, '2020-01-01已截止'],
  ['yes-no', false, {}, '否'],
  ['status', 'online', {}, '已发布'],
  ['status', 'unheard-of', {}, 'unheard-of'],
  ['date-time', '2026-03-05T06:30:00.000Z', {}, '2026-03-05 14:30'],
  ['date', '2026-03-04T16:30:00.000Z', {}, '2026-03-05'],
] as const)('cell %s of %s with %j shows “%s”', (name, value, more, text) => {
  const own = column(name, fieldOf('number', more))
  const { container } = draw(own, { number: value })
  expect(container.textContent).toBe(text)
})

test('deadline cell shows the time of day of a moment, and the hours that remain within a day', () => {
  const read = (hours: number) => {
    const moment = new Date(Date.now() + hours * 3_600_000 + 60_000).toISOString()
    return draw(column('deadline', fieldOf('date-time')), { 'date-time': moment }).container.textContent
  }
  expect(read(5)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d剩 5 小时$/)
  expect(read(0)).toMatch(/不足 1 小时$/)
  expect(read(-2)).toMatch(/已截止$/)
  expect(read(72)).toMatch(/剩 [23] 天$/)
})

test('money cell without an amount shows the text of its option empty', () => {
  const { container } = draw(column('money', fieldOf('number'), { options: { empty: '面议' } }), {})
  expect(container.textContent).toBe('面议')
})

test('money cell appends the counting unit of the category to a price', () => {
  const options = { unit: 'kind', units: 'priceUnit', piece: 'category', pieces: 'category' }
  const read = (item: Item) => {
    const { container } = draw(column('money', fieldOf('number'), { options }), item)
    const { textContent } = container
    cleanup()
    return textContent
  }
  expect(read({ number: 221, kind: '2', category: 'E1' })).toBe('221 万元/辆')
  expect(read({ number: 221, kind: '2', category: 'E2' })).toBe('221 万元')
  expect(read({ kind: '3', category: 'E1' })).toBe('面议')
})

test('table cell shows the titles of the properties above valid rows, and ignores other values', () => {
  const own = column('table', fieldOf('object-list'), { label: '路线' })
  const rows = [{ start: '厦门', other: 'x' }, null, 'row', { start: { deep: 1 } }, {}]
  const { container } = draw(own, { 'object-list': rows })
  expect(screen.getByRole('region', { name: '路线' })).toBeDefined()
  expect([...container.querySelectorAll('th, td')].map(({ textContent }) => textContent)).toEqual([
    '起点',
    '厦门',
    '{"deep":1}',
    '—',
  ])
})

test('video cell without a file shows the text of its option missing', () => {
  const own = column('video', fieldOf('file-list'), { options: { missing: '暂未提供视频文件' } })
  const { container } = draw(own, {})
  expect(container.textContent).toBe('暂未提供视频文件')
  expect(container.querySelector('video')).toBeNull()
})

test('video cell plays a public video by its address, and loads another one only with the session', async () => {
  await learnManifest()
  const id = '0a1b2c3d-0000-4000-8000-0123456789ab'
  const own = column('video', fieldOf('file-list'), { label: '演示视频', options: { poster: 'cover' } })
  const open = draw(own, { status: 'online', 'file-list': [id], cover: '/file/1.png' })
  const video = open.container.querySelector('video')
  expect(video?.getAttribute('src')).toBe(`/file/fileOperation/download/${id}`)
  expect([video?.getAttribute('poster'), video?.getAttribute('aria-label')]).toEqual([
    '/file/1.png',
    '演示视频',
  ])
  cleanup()
  const held = draw(own, { status: 'pending', 'file-list': [id] })
  expect(held.container.querySelector('video')).toBeNull()
  expect(held.container.textContent).toContain('正在读取视频')
  await screen.findByText(/暂时无法播放/)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile MicroMessenger/8.0',
    '微信 · 安卓',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1', 'Safari · iOS'],
  ['curl/8.0', '未知设备'],
])('device cell shows the user agent %s as %s', (userAgent, words) => {
  const { container } = draw(column('device', fieldOf('text')), { text: userAgent })
  expect(container.textContent).toBe(words)
})

test('table cell shows moments as local times', () => {
  const items = { properties: { at: { title: '时间', format: 'date-time' } } }
  const own = column('table', fieldOf('object-list', { schema: { items } }))
  const { container } = draw(own, { 'object-list': [{ at: '2026-03-05T06:30:00Z' }] })
  expect(container.textContent).toContain('2026-03-05 14:30')
})

test.each([
  ['138****8000', null],
  ['13800138000', 'tel:13800138000'],
  ['010-****5678', null],
  ['010-12345678', 'tel:01012345678'],
  ['400-123-4567', 'tel:4001234567'],
  ['11010519491231002X', null],
  ['350100199001011234', null],
])('masked cell shows %s as a phone link only when the number is complete (%s)', (value, href) => {
  draw(column('masked', fieldOf('mobile')), { mobile: value })
  expect(document.querySelector('a')?.getAttribute('href') ?? null).toBe(href)
})

test('masked cell reveals the number by a named button, and names the readers of a hidden number', async () => {
  const own = column('masked', fieldOf('mobile', { title: '联系电话' }), { label: '联系电话' })
  server.on('/newapi/personal/reveal', success({ value: '13800138000' }))
  draw(own, { type: 'demand', id: 'd1', mobile: '138****8000' })
  const button = screen.getByRole('button', { name: '显示完整联系电话' })
  await userEvent.click(button)
  await waitFor(() => expect(document.body.textContent).toContain('13800138000'))
  expect(server.to('/newapi/personal/reveal').map(({ body }) => body)).toEqual([
    { dataType: 'demand', dataId: 'd1', field: 'mobile' },
  ])
  expect(button.getAttribute('aria-label')).toBe('隐藏完整联系电话')
  await userEvent.click(button)
  expect(document.body.textContent).not.toContain('13800138000')
  cleanup()
  // Of no item that the server could be asked for.
  draw(own, { mobile: '138****8000' })
  expect(document.body.textContent).toBe('138****8000')
  cleanup()
  draw(column('masked', fieldOf('mobile', { visible: ['registered'] })), {})
  expect(document.body.textContent).toMatch(/^仅.+可见$/)
})

describe('cell of a restricted field', () => {
  test.each([
    ['masked', 'mobile', '未填写'],
    ['text', 'text', '—'],
  ] as const)('%s shows different texts for an empty value and for a hidden value', (cell, type, empty) => {
    const own = column(cell, fieldOf(type, { visible: ['registered'] }))
    for (const value of [null, '']) {
      const { container } = draw(own, { [type]: value })
      expect(container.textContent).toBe(empty)
      cleanup()
    }
    // The server does not send it at all.
    expect(draw(own, {}).container.textContent).toMatch(/^仅.+可见$/)
    cleanup()
    expect(draw(column(cell, fieldOf(type)), {}).container.textContent).toBe(empty)
  })
})

test('words cell shows the title from the item before the text, unless it is the label already', () => {
  const item = { 'long-text': '交付太晚', statusWords: '需求方意见' }
  const own = column('words', fieldOf('long-text'), { label: '办理意见' })
  expect(draw(own, item).container.textContent).toBe('需求方意见：交付太晚')
  cleanup()
  const { container } = render(<FactList columns={[own]} item={item} layout="page" />)
  expect(
    [container.querySelector('dt'), container.querySelector('dd')].map((part) => part?.textContent),
  ).toEqual(['需求方意见', '交付太晚'])
})

test('text cell shows the title for a field that names an account, and the value otherwise', () => {
  const item = { text: 'u1', textTitle: '示例单位' }
  const shown = (more: Partial<Field>, of: Item = item) => {
    const { textContent } = draw(column('text', fieldOf('text', more)), of).container
    cleanup()
    return textContent
  }
  expect(shown({ names: 'account' })).toBe('示例单位')
  expect(shown({ names: 'entry' }, { ...item, textTitle: null })).toBe('u1')
  expect(shown({})).toBe('u1')
})

const MISSING = '已下线或已删除'
test.each<[name: string, type: 'ref' | 'ref-list', item: Item, cell: string, file: string]>([
  ['one that is gone', 'ref', { ref: '7', refTitle: null }, MISSING, MISSING],
  ['none', 'ref', { ref: null, refTitle: null }, '—', ''],
  [
    'all gone',
    'ref-list',
    { 'ref-list': ['7', '8'], 'ref-listTitle': [null, null] },
    MISSING,
    `${MISSING}、${MISSING}`,
  ],
  [
    'some gone',
    'ref-list',
    { 'ref-list': ['7', '8', '9'], 'ref-listTitle': [null, '防汛', null] },
    `防汛另有 2 项${MISSING}`,
    `${MISSING}、防汛、${MISSING}`,
  ],
  ['none of several', 'ref-list', { 'ref-list': [], 'ref-listTitle': [] }, '—', ''],
])('a reference cell and its file export show the same state: %s', (_, type, item, cell, file) => {
  const own = fieldOf(type, { ref: 'demand' })
  expect(draw(column(type === 'ref' ? 'ref' : 'refs', own), item).container.textContent).toBe(cell)
  expect(formatValue(own, item[type], item)).toBe(file)
})

test('files cell shows the label of its field before an uploaded file', () => {
  const id = '0a1b2c3d-0000-4000-8000-0123456789ab'
  const own = column('files', fieldOf('file-list'))
  expect(draw(own, { 'file-list': [{ id, label: '经办人授权书' }] }).container.textContent).toMatch(
    /^经办人授权书：/,
  )
})

test('link cell opens web addresses in a new window, and shows other values as text', () => {
  const own = column('link', fieldOf('url'), { label: '官网' })
  draw(own, { url: 'https://www.example.cn/a' })
  const link = screen.getByRole('link', { name: /官网/ })
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  cleanup()
  for (const url of ['javascript:alert(1)', 'ftp://example.cn', 'not an address']) {
    draw(own, { url })
    expect(screen.queryByRole('link')).toBeNull()
    cleanup()
  }
})

test.each(['image', 'images', 'files'])('cell %s accepts addresses of the portal only', (name) => {
  const type = schemaOf(name).accepts[0] as FieldType
  for (const url of [
    'https://evil.example/1.png',
    '//evil.example/1.png',
    '/\\evil.example',
    'javascript:x',
  ]) {
    const { container } = draw(column(name, fieldOf(type)), { [type]: name === 'image' ? url : [url] })
    expect(container.querySelectorAll('[src], a[href]')).toHaveLength(0)
    cleanup()
  }
})

test('rich-text cell keeps elements and attributes of the policy and drops the rest', () => {
  const html =
    '<h2 onclick="x()" style="color:red">标题</h2><script>x()</script><a href="javascript:x()">坏</a>' +
    '<a href="https://example.cn">好</a><img src="x" onerror="x()"><svg><script>x()</script></svg><math><mi>'
  const { container } = draw(column('rich-text', fieldOf('rich-text')), { 'rich-text': html })
  expect(dangerIn(container)).toEqual([])
  expect(container.querySelector('h2')?.attributes.length).toBe(0)
  expect(screen.getByText('好').getAttribute('rel')).toBe('noopener noreferrer')
  expect(screen.getByText('坏').hasAttribute('href')).toBe(false)
  expect(container.querySelector('svg, math, script')).toBeNull()
})

test('an unknown cell shows an alert with its name', () => {
  render(<Cell column={column('unheard-of', fieldOf('text'))} item={{}} />)
  expect(screen.getByRole('alert').textContent).toContain('unheard-of')
})
