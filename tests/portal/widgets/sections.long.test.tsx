// Tests the contract of all sections: loading, failed, empty, filled, with any answer.
import { readFileSync } from 'node:fs'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadDictionaries } from '#portal/core/configuration/dictionaries.ts'
import { loadMenu } from '#portal/core/configuration/menu.ts'
import { endSession } from '#portal/core/session/session.ts'
import { SECTIONS, SectionSlot } from '#portal/widgets/section-registry.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { Json } from '#shared/model/json.ts'
import type { MenuNode } from '#shared/model/menu.ts'
import type { Section } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import type { ZonePage } from '#shared/model/pages/zone.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { type FakeServer, held, refusal, startFakeServer, success } from '../support/fake-server.ts'
import { HOSTILE } from '../support/hostile-values.ts'
import { dangerIn, openAt } from '../support/portal-host.tsx'
import { column, field, link, pageBase, section, source } from '../support/samples.ts'
import { widgetFiles } from '../support/widget-files.ts'
import { ITEMS, SECTION_CASES, type SectionCase } from './section-cases.ts'

const PATH = '/newapi/sample/list'
const page: ZonePage = { ...pageBase('/FloodZone', '防汛专区'), kind: 'zone', sections: [] }
const scope: Scope = { query: {}, params: {}, item: { id: '99' } }

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(`schemas/widgets/sections/${name}.schema.json`, 'utf8')) as {
    readonly family: string
    readonly source: string
    readonly options: { readonly properties: Readonly<Record<string, unknown>> }
  }

const TITLES: Readonly<Record<string, string>> = { '/notices': '防汛通知', '/goods': '防汛物资' }
const node = (url: string, children: readonly MenuNode[] = []): MenuNode => ({
  id: url.slice(1),
  title: TITLES[url] ?? '防汛专区',
  url,
  hidden: false,
  access: ['anyone'],
  children,
})

let server: FakeServer
let complaints: ReturnType<typeof vi.spyOn>

beforeAll(async () => {
  server = await startFakeServer()
  server.on('/newapi/api/dict/all', success({ kinds: [{ value: 'a', label: '甲类' }] }))
  server.on('/newapi/menu/tree', success([node('/FloodZone', [node('/notices'), node('/goods')])]))
  await Promise.all([loadDictionaries(), loadMenu()])
})
beforeEach(() => {
  server.reset()
  endSession()
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  const { calls } = complaints.mock
  complaints.mockRestore()
  expect(calls).toEqual([])
})

function sectionOf(name: string, more: Partial<Section> = {}): Section {
  const { options, content, columns, data } = SECTION_CASES[name] as SectionCase
  return section(name, {
    title: '防汛',
    ...(options === undefined ? {} : { options }),
    ...(columns ? { columns } : {}),
    ...(data === undefined ? {} : { source: source(PATH), open: link('/detail', { id: '{item.id}' }) }),
    content: { type: 'news', title: '资讯', heading: 'title', columns: {}, calls: {}, ...content },
    ...more,
  })
}

const scopeOf = (name: string): Scope => ({ ...scope, item: SECTION_CASES[name]?.item ?? scope.item })
const draw = (own: Section) =>
  openAt('/FloodZone', <SectionSlot section={own} scope={scopeOf(own.widget)} page={page} />)
const said = () => document.body.textContent ?? ''

/** Every text of a configuration or an answer, replaced. */
function withTexts(value: unknown, text: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => withTexts(entry, text))
  if (value === null || typeof value !== 'object') return text
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      ['id', 'link', 'path', 'columns', 'list', 'icon'].includes(key) && typeof entry !== 'object'
        ? entry
        : key === 'link'
          ? entry
          : withTexts(entry, text),
    ]),
  )
}

/** In everyday runs one of so many for one section, the next for the one after it, so that none is left out. */
function inTurn<Case>(all: readonly Case[], name: string, every: number): readonly Case[] {
  const turn = Object.keys(SECTION_CASES).indexOf(name) % every
  return IS_LONG ? all : all.filter((_, at) => at % every === turn)
}
const hostileFor = (name: string) => inTurn(HOSTILE, name, 6)

const WITHOUT_ENTRIES = [
  [],
  { list: [], totalCount: 0 },
  null,
  {},
  'text',
  { list: 'x' },
  { list: [null, 1] },
]

/** What draws on a canvas, takes files, or lives by what others do: held in a real browser (map, import, chat, configuration and people.test.ts). */
const WALKED = ['chat', 'file-editor', 'import', 'one-map', 'statistic']

test('every schema of a section has its component and a test case with known options', () => {
  expect([...SECTIONS.keys()].sort()).toEqual(widgetFiles('sections'))
  expect([...Object.keys(SECTION_CASES), ...WALKED].sort()).toEqual(widgetFiles('sections'))
  for (const [name, { options, data, item }] of Object.entries(SECTION_CASES)) {
    const schema = schemaOf(name)
    expect(schema.family).toBe('section')
    const isOfPage = schema.source === 'none' || (schema.source === 'item' && item !== undefined)
    expect(data === undefined, name).toBe(isOfPage)
    for (const option of Object.keys((options ?? {}) as object))
      expect(Object.keys(schema.options.properties), name).toContain(option)
  }
})

const reading = Object.keys(SECTION_CASES).filter((name) => SECTION_CASES[name]?.data !== undefined)
const still = Object.keys(SECTION_CASES).filter((name) => SECTION_CASES[name]?.data === undefined)

describe.each(reading)('section %s with a source', (name) => {
  const { data, seen, empty, opens } = SECTION_CASES[name] as SectionCase

  test('shows a loading state, then the answer with its links, and passes the axe checks', async () => {
    const { answering, give } = held()
    server.on(PATH, answering)
    const { container } = draw(sectionOf(name))
    expect(screen.getByRole('status').getAttribute('aria-label')).toBe('正在加载')
    give(success(data))
    await waitFor(() => expect(screen.queryByLabelText('正在加载')).toBeNull())
    for (const text of seen) expect(said()).toContain(text)
    expect(server.to(PATH)).toHaveLength(1)
    expect(dangerIn(container)).toEqual([])
    const found = await axe.run(container, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    if (opens)
      for (const { title, id } of ITEMS)
        expect(screen.getByText(title).closest('a')?.getAttribute('href')).toBe(`#/detail?id=${id}`)
  })

  test('shows the error of a failed call and retries once on request', async () => {
    server.on(PATH, refusal(503, '服务正忙'))
    draw(sectionOf(name))
    await screen.findByText('服务正忙')
    expect(said()).toContain('r-1')
    expect(server.to(PATH)).toHaveLength(1)
    server.on(PATH, success(data))
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findAllByText(seen[0] as string)
    expect(screen.queryByText('服务正忙')).toBeNull()
    expect(server.to(PATH)).toHaveLength(2)
  })

  test('shows its empty text for an answer without entries', async () => {
    for (const answer of inTurn(WITHOUT_ENTRIES, name, 3)) {
      server.on(PATH, success(answer))
      const { container } = draw(sectionOf(name))
      await screen.findByText(empty as string)
      for (const list of container.querySelectorAll('ul, ol')) expect(list.children).toHaveLength(0)
      cleanup()
    }
  })

  test('renders hostile entries without active content or raw codes', async () => {
    for (const [what, value] of hostileFor(name)) {
      server.on(PATH, success(withTexts(data, value)))
      const { container } = draw(sectionOf(name))
      await waitFor(() => expect(screen.queryByLabelText('正在加载')).toBeNull())
      expect(dangerIn(container), what).toEqual([])
      expect(said(), what).not.toMatch(/暂时无法显示|\[object Object\]|NaN|undefined|Invalid/)
      if (value === null) expect(said()).not.toContain('null')
      cleanup()
    }
  })
})

describe.each(still)('section %s without a source', (name) => {
  const { options, seen } = SECTION_CASES[name] as SectionCase

  test('shows its options without a call, and passes the axe checks', async () => {
    const { container } = draw(sectionOf(name))
    // A section that needs a heavy library loads it when it is drawn.
    await waitFor(() => expect(container.querySelector('.eq-skeleton')).toBeNull())
    for (const text of seen) expect(said() + container.innerHTML).toContain(text)
    expect(server.calls).toHaveLength(0)
    const found = await axe.run(container, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('renders hostile texts in its options without active content', () => {
    for (const [what, value] of hostileFor(name)) {
      if (typeof value !== 'string' || value === '') continue
      const { container } = draw(sectionOf(name, { options: withTexts(options, value) as Json }))
      expect(dangerIn(container), what).toEqual([])
      expect(said(), what).not.toContain('暂时无法显示')
      cleanup()
    }
  })
})

test('the heading of a section shows a link 更多 with an accessible name of its own', async () => {
  server.on(PATH, success(ITEMS))
  draw(sectionOf('item-list', { more: link('/consultSecondPage', { zone: 'flood' }) }))
  const more = await screen.findByRole('link', { name: '更多防汛' })
  expect(more.getAttribute('href')).toBe('#/consultSecondPage?zone=flood')
})

test('history section shows transitions with their reasons, and nothing for an empty history', async () => {
  const step = {
    action: 'refuse',
    from: 'pending',
    to: 'refused',
    reason: '缺少附件',
    by: '运营员',
    at: '2026-03-05T06:30:00.000Z',
  }
  const shown = (history: unknown) =>
    openAt(
      '/FloodZone',
      <SectionSlot section={sectionOf('history')} scope={{ ...scope, item: { history } }} page={page} />,
    )
  shown([step])
  await screen.findByText('原因：缺少附件')
  expect(said()).toMatch(/pending → refused.*2026-03-05 14:30.*运营员/)
  cleanup()
  // What happened to a change is said of the change: the item stayed as it was.
  shown([{ ...step, action: 'change:refuse', change: '修改审核不通过', words: '审核意见' }])
  expect(said()).toMatch(/修改审核不通过.*审核意见：缺少附件/)
  expect(said()).not.toContain('→')
  cleanup()
  shown([{ ...step, action: undefined }])
  expect(said()).toContain('pending → refused')
  cleanup()
  shown([])
  expect(said()).toBe('')
})

test('flow section shows every state and transition, as text and as a diagram', async () => {
  const lifecycle: Lifecycle = {
    name: 'trial',
    title: '试用',
    initial: 'open',
    states: { open: { title: '待试用' }, done: { title: '已试用', final: true } },
    transitions: [
      { action: 'try', title: '试用', from: ['open'], to: 'done', by: ['owner'], when: { 'item.size': 2 } },
    ],
  }
  const detail = { ...page, kind: 'detail', meta: [], body: [], lifecycle } as unknown as DetailPage
  const facts = [column('number', field('size', '大小', 'integer'))]
  openAt('/x', <SectionSlot section={sectionOf('flow')} scope={scope} page={{ ...detail, facts }} />)
  expect(screen.getByText('试用：全部状态与步骤')).toBeTruthy()
  await screen.findByRole('img', { name: '试用', hidden: true })
  expect(said()).toMatch(/待试用.*已试用/s)
  expect(said()).toContain('发布者本人；条件：大小为2')
  expect(document.querySelectorAll('path[d*="H"]')).toHaveLength(1)
})

test('change section shows nothing when the item contains no change', () => {
  openAt('/FloodZone', <SectionSlot section={sectionOf('change')} scope={scope} page={page} />)
  expect(said()).toBe('')
})

test('change section shows unchanged fields on request', async () => {
  draw(sectionOf('change'))
  expect(screen.queryByRole('row', { name: /^标题/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '同时显示未改动的 1 项' }))
  expect(screen.getByRole('row', { name: /^标题/ }).textContent).toBe('标题城市内涝排水城市内涝排水')
  expect(screen.queryByRole('button', { name: '通过修改' }), 'the page has no call for it').toBeNull()
})

test.each([
  ['what everybody reads', undefined, '公开版本', '现行版本'],
  ['what those concerned read', 'accepted', '现行版本', '公开版本'],
])('change section compares the change with %s', (_, status, said, unsaid) => {
  const own = sectionOf('change')
  const item = { ...(SECTION_CASES.change?.item as object), status }
  openAt('/x', <SectionSlot section={own} scope={{ ...scope, item }} page={page} />)
  expect(screen.getByRole('columnheader', { name: said })).toBeTruthy()
  expect(document.body.textContent).not.toContain(unsaid)
})

test('an unknown section shows an alert with its name', () => {
  draw(section('unheard-of'))
  expect(screen.getByRole('alert').textContent).toContain('unheard-of')
})
