// Tests a list with parameters of a category: filters, columns, a single read, errors.
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HashRouter } from '#portal/app/app.tsx'
import type { Preloaded } from '#portal/core/api/preloaded-answers.ts'
import { adoptPreloaded } from '#portal/core/api/use-read.ts'
import { loadDictionaries } from '#portal/core/configuration/dictionaries.ts'
import { endSession } from '#portal/core/session/session.ts'
import { FilterChips, FilterPanel } from '#portal/features/list/filter-panel.tsx'
import { ListPageView } from '#portal/features/list/list-page.tsx'
import type { ListPage } from '#shared/model/pages/list.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'
import { type FakeServer, refusal, startFakeServer, success } from '../../support/fake-server.ts'
import { openAt } from '../../support/portal-host.tsx'
import { column, field, filter, listPage, source } from '../../support/samples.ts'

const LIST = '/newapi/sample/list'
const FACETS = '/newapi/sample/facets'
const SET = '/config/sets/pumps/P1.json?v='
const pump: ParameterSet = {
  id: 'P1',
  title: '水泵',
  level: 1,
  isLast: true,
  alias: [],
  groups: [{ title: '性能', fields: ['flow'] }],
  fields: [field('flow', '流量', 'number', { unit: 'm³/h', sort: true })],
}
const page = listPage('/pumps', '水泵', LIST, {
  facets: source(FACETS),
  view: 'table',
  filters: [filter('text', field('kind', '类目', 'text'))],
  parameters: { family: 'pumps', by: 'kind', field: 'params' },
})

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => {
  server.reset()
  endSession()
  server.on(LIST, success({ list: [{ id: '1', title: '甲泵' }], totalCount: 1 }))
  server.on(FACETS, success({ facets: [] }))
})
const noop = () => undefined
const asked = (path: string) => server.to(path).map(({ params: { _t, ...params } }) => params)

describe('list of items with parameters', () => {
  test('draws key figures in its first rendering where they and the rows were requested before', async () => {
    const params = field('params', '技术参数', 'object', { parameters: { family: 'pumps', by: 'kind' } })
    const rows = [{ id: '1', title: '甲泵', kind: 'P1', params: { flow: 30 } }]
    const figures = { P1: [{ name: 'flow', title: '流量', type: 'number', unit: 'm³/h' }] }
    const fetched = (answer: unknown) => ({ at: performance.now(), answer: Promise.resolve(answer) })
    window.__equipnetPreload = new Map<string, Preloaded>([
      ['/newapi/figures/list', fetched({ code: 0, data: { list: rows, totalCount: 1 } })],
      ['/config/figures/pumps.json?v=', { ...fetched(figures), isFile: true }],
    ])
    await adoptPreloaded()
    const columns = [column('text', field('title', '名称', 'text')), column('parameters', params)]
    const list = <ListPageView page={listPage('/figures', '水泵', '/newapi/figures/list', { columns })} />
    // Not in a cache of its own, as the portal has none.
    render(<HashRouter>{list}</HashRouter>)
    expect(screen.getByRole('term').textContent).toBe('流量')
    expect(screen.getByRole('definition').textContent).toBe('30 m³/h')
    expect(server.to('/config/figures/pumps.json?v=')).toEqual([])
  })
})

describe('category list', () => {
  const nodes = {
    tops: [{ value: 'T', label: '排水' }],
    kinds: [{ value: 'P1', label: '水泵', parent: 'T' }],
  }
  const kind = filter('category', field('kind', '类目', 'dict', { dict: 'kinds', levels: ['tops', 'kinds'] }))

  test('labels a filter chip with a category of any level', async () => {
    server.on('/newapi/api/dict/all', success(nodes))
    await loadDictionaries()
    for (const [value, label] of [
      ['T', '排水'],
      ['P1', '水泵'],
    ] as const) {
      const values = { kind: value }
      openAt('/', <FilterChips filters={[kind]} values={values} onChange={noop} onClear={noop} />)
      screen.getByRole('button', { name: `取消筛选 类目：${label}` })
      cleanup()
    }
  })

  test('shows all filters of the page and collapses surplus parameters', async () => {
    const own = ['a', 'b', 'c', 'd'].map((name) => filter('text', field(name, `自有 ${name}`, 'text')))
    const more = Array.from({ length: 9 }, (_, at) =>
      filter('number-range', field(`params.p${at}`, `参数 ${at}`, 'number')),
    )
    openAt(
      '/',
      <FilterPanel filters={[...own.slice(0, 2), ...more, ...own.slice(2)]} values={{}} onChange={noop} />,
    )
    for (const { label } of own) expect(screen.getAllByText(label)).not.toHaveLength(0)
    expect(screen.getByText('参数 0')).toBeTruthy()
    expect(screen.queryByText('参数 8')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /更多筛选/ }))
    screen.getByText('参数 8')
  })

  test('hides long texts in a table when the user can switch to cards', async () => {
    const intro = column('long-text', field('intro', '简介', 'long-text'))
    const wide: ListPage = { ...page, views: ['cards', 'table'], columns: [...page.columns, intro] }
    server.on(LIST, success({ list: [{ id: '1', title: '甲泵', intro: '很长的文字' }], totalCount: 1 }))
    openAt('/pumps?view=table', <ListPageView page={wide} />)
    await screen.findByText('甲泵')
    expect(screen.queryByText('很长的文字')).toBeNull()
    cleanup()
    openAt('/pumps?view=table', <ListPageView page={{ ...page, columns: wide.columns }} />)
    await screen.findByText('很长的文字')
  })
})

describe('category list at an address with parameters', () => {
  test('is read once, with its ranges and its order, before the category is loaded', async () => {
    server.json(SET, pump)
    openAt('/pumps?kind=P1&params.flowFrom=100&sort=-params.flow', <ListPageView page={page} />)
    await screen.findByText('甲泵')
    await screen.findByLabelText('流量起')
    const wanted = { kind: 'P1', 'params.flowFrom': '100', sort: '-params.flow' }
    expect(asked(LIST)).toEqual([wanted])
    expect(asked(FACETS)).toEqual([{ kind: 'P1', 'params.flowFrom': '100' }])
  })

  test('above the last level has columns only for requested parameters with a common unit', async () => {
    const shared = [
      field('flow', '流量', 'number', { unit: 'm³/h', sort: true }),
      field('head', '扬程', 'number', { unit: 'm', sort: true }),
      field('power', '功率', 'number', { unit: 'kW', sort: true, isMixed: true }),
    ]
    server.json(SET, { ...pump, level: 0, isLast: false, fields: shared })
    const params = { flow: 2100, head: 12, power: 30 }
    server.on(LIST, success({ list: [{ id: '1', title: '甲泵', params }], totalCount: 1 }))
    openAt('/pumps?kind=P1&params.powerFrom=10&sort=-params.flow', <ListPageView page={page} />)
    expect((await screen.findByRole('columnheader', { name: /流量/ })).textContent).toBeTruthy()
    screen.getByText('2,100')
    for (const name of [/扬程/, /功率/]) expect(screen.queryByRole('columnheader', { name })).toBeNull()
  })

  test('puts the requested parameter first when the category has many parameters', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      field(name, `参数 ${name}`, 'number', { sort: true }),
    )
    server.json(SET, { ...pump, fields: many })
    openAt('/pumps?kind=P1&params.eFrom=1', <ListPageView page={page} />)
    await screen.findByRole('columnheader', { name: '参数 e' })
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['名称', '参数 e', '参数 a', '参数 b', '参数 c'])
  })

  test('drops a parameter that the loaded category does not have', async () => {
    server.json(SET, pump)
    openAt('/pumps?kind=P1&params.color=red', <ListPageView page={page} />)
    await waitFor(() => expect(asked(LIST).at(-1)).toEqual({ kind: 'P1' }))
  })

  test('with an unknown category shows a message and a button that clears the filters', async () => {
    server.on(LIST, refusal(400, '请求参数有误'))
    openAt('/pumps?kind=NONE&params.flowFrom=100', <ListPageView page={page} />)
    await screen.findByText('地址中的筛选条件有误，链接可能不完整或已失效')
    expect(screen.queryByText(/条结果|正在查询/)).toBeNull()
    server.on(LIST, success({ list: [{ id: '1', title: '甲泵' }], totalCount: 1 }))
    await userEvent.click(screen.getByRole('button', { name: '清空筛选条件' }))
    await screen.findByText('甲泵')
  })

  test('shows the message of the server when the call fails otherwise', async () => {
    server.on(LIST, refusal(503, '服务正忙'))
    openAt('/pumps?kind=NONE', <ListPageView page={page} />)
    await screen.findByText('服务正忙')
  })

  test('is marked incomplete until the parameters are loaded or found to be missing', async () => {
    const isWhole = () => document.querySelector('[data-whole]')?.getAttribute('data-whole')
    server.json(SET, pump)
    openAt('/pumps?kind=P1', <ListPageView page={page} />)
    expect(isWhole()).toBe('false')
    await waitFor(() => expect(isWhole()).toBe('true'))
    cleanup()
    openAt('/pumps?kind=Unknown', <ListPageView page={page} />)
    expect(isWhole()).toBe('false')
    await waitFor(() => expect(isWhole()).toBe('true'))
  })
})
