// Tests the contract of all filters, and the value that each filter writes into the address.
import { readFileSync } from 'node:fs'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadDictionaries } from '#portal/core/configuration/dictionaries.ts'
import { endSession } from '#portal/core/session/session.ts'
import { FILTERS, FilterField } from '#portal/widgets/filter-registry.tsx'
import { DEFAULT_WIDGETS } from '#shared/forms/default-widgets.ts'
import { FIELD_TYPES, type FieldType } from '#shared/model/content-model.ts'
import type { Filter } from '#shared/model/page-model.ts'
import { beginSession } from '../support/begin-session.ts'
import { type FakeServer, paged, startFakeServer, success } from '../support/fake-server.ts'
import { HOSTILE } from '../support/hostile-values.ts'
import { dangerIn, openAt } from '../support/portal-host.tsx'
import { field, filter, source } from '../support/samples.ts'
import { widgetFiles } from '../support/widget-files.ts'

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(`schemas/widgets/filters/${name}.schema.json`, 'utf8')) as {
    readonly family: string
    readonly accepts: readonly FieldType[]
  }

/** One filter of each kind, with a value of its own. */
const CASES: Readonly<
  Record<string, { readonly own: Filter; readonly value: Readonly<Record<string, string>> }>
> = {
  keyword: { own: filter('keyword', field('keyWord', '关键词', 'text')), value: { keyWord: '排水' } },
  text: { own: filter('text', field('brand', '品牌', 'text')), value: { brand: '某厂' } },
  dict: { own: filter('dict', field('kind', '类型', 'dict', { dict: 'demandType' })), value: { kind: '1' } },
  region: { own: filter('region', field('region', '地区', 'region')), value: { region: '3502' } },
  ref: {
    own: filter('ref', field('topicId', '专题', 'ref', { ref: 'topic' }), {
      source: source('/newapi/topics'),
    }),
    value: { topicId: '2' },
  },
  category: {
    own: filter(
      'category',
      field('sort', '类目', 'dict', { dict: 'lowSort', levels: ['topSort', 'lowSort'] }),
    ),
    value: { sort: 'a1' },
  },
  'yes-no': { own: filter('yes-no', field('urgent', '紧急', 'boolean')), value: { urgent: 'true' } },
  'number-range': {
    own: filter('number-range', field('budget', '预算', 'number', { unit: '万元' })),
    value: { budgetFrom: '10', budgetTo: '20' },
  },
  'date-range': {
    own: filter('date-range', field('day', '日期', 'date')),
    value: { dayFrom: '2026-01-01', dayTo: '2026-02-01' },
  },
}

let server: FakeServer
let complaints: ReturnType<typeof vi.spyOn>

beforeAll(async () => {
  server = await startFakeServer()
  server.on(
    '/newapi/api/dict/all',
    success({
      demandType: [
        { value: '1', label: '采购需求' },
        { value: '2', label: '技术攻关' },
      ],
      topSort: [
        { value: 'a', label: '排水装备' },
        { value: 'b', label: '通信装备' },
      ],
      lowSort: [
        { value: 'a1', label: '排水车', parent: 'a' },
        { value: 'b1', label: '电台', parent: 'b' },
      ],
      long: Array.from({ length: 20 }, (_, index) => ({ value: `${index}`, label: `第${index}项` })),
      longest: Array.from({ length: 40 }, (_, index) => ({ value: `${index}`, label: `第${index}项` })),
    }),
  )
  server.on(
    '/newapi/api/area/tree',
    success([
      { value: '11', label: '北京市' },
      {
        value: '35',
        label: '福建省',
        children: [{ value: '3502', label: '厦门市', children: [{ value: '350203', label: '思明区' }] }],
      },
    ]),
  )
  server.on(
    '/newapi/topics',
    paged([
      { id: '1', title: '防汛' },
      { id: '2', title: '森林防火' },
      { id: '3', title: '下级', parentId: '1' },
    ]),
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

function draw(own: Filter, value: Readonly<Record<string, string>> = {}) {
  const onChange = vi.fn()
  const view = openAt('/list', <FilterField filter={own} value={value} onChange={onChange} />)
  return { ...view, onChange }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('every schema of a filter has its component, every component its schema', () => {
  expect([...FILTERS.keys()].sort()).toEqual(widgetFiles('filters'))
  expect(Object.keys(CASES).sort()).toEqual(widgetFiles('filters'))
  for (const name of FILTERS.keys()) {
    const { family, accepts } = schemaOf(name)
    expect(family).toBe('filter')
    for (const type of accepts) expect(FIELD_TYPES).toContain(type)
  }
})

test.each(FIELD_TYPES)('the default filter of %s accepts that type', (type) => {
  const { filter: name } = DEFAULT_WIDGETS[type]
  if (name) expect(schemaOf(name).accepts).toContain(type)
})

describe.each(Object.keys(CASES))('filter %s', (name) => {
  const { own, value } = CASES[name] as (typeof CASES)[string]

  test('renders with and without a value, names every control, and passes the axe checks', async () => {
    for (const given of [{}, value]) {
      const { container, onChange } = draw(own, given)
      if (name === 'ref') await screen.findByRole('button', { name: '森林防火' })
      for (const control of container.querySelectorAll<HTMLElement>('button, input, select')) {
        const named =
          control.getAttribute('aria-label') ||
          control.textContent ||
          document.querySelector(`label[for="${control.id}"]`)
        expect(named, control.outerHTML).toBeTruthy()
      }
      expect(container.textContent + container.innerHTML).toContain(own.label)
      const found = await axe.run(container, {
        rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
      })
      expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      expect(onChange).not.toHaveBeenCalled()
      cleanup()
    }
  })

  test('renders hostile values of the address without active content', () => {
    for (const [what, hostile] of HOSTILE) {
      if (typeof hostile !== 'string') continue
      const keys = Object.keys(value)
      const { container } = draw(own, Object.fromEntries(keys.map((key) => [key, hostile])))
      expect(dangerIn(container), what).toEqual([])
      expect(within(container).queryByText(/暂时无法显示/), what).toBeNull()
      cleanup()
    }
  })

  test('shows the value of the address after the address changes', async () => {
    const { rerender } = draw(own, {})
    rerender(<FilterField filter={own} value={value} onChange={() => undefined} />)
    const shown = () => [
      ...[...document.querySelectorAll('input')].map((input) => input.value).filter(Boolean),
      ...[...document.querySelectorAll('[aria-pressed="true"]')].map((button) => button.textContent),
      document.querySelector('.eq-region button')?.textContent,
    ]
    const expected =
      { dict: '采购需求', category: '排水车', ref: '森林防火', 'yes-no': '是', region: '福建省 厦门市' }[
        name
      ] ?? Object.values(value)[0]
    await waitFor(() => expect(shown()).toContain(expected))
  })
})

const type = (name: string) => (CASES[name] as (typeof CASES)[string]).own

describe('change of a filter value', () => {
  test.each([
    ['keyword', '关键词', '  排水  ', { keyWord: '排水' }],
    ['text', '品牌', '某厂', { brand: '某厂' }],
  ])('%s writes the trimmed text on Enter', async (name, label, typed, written) => {
    const { onChange } = draw(type(name))
    await userEvent.type(screen.getByLabelText(label, { selector: 'input' }), `${typed}{Enter}`)
    expect(onChange.mock.calls).toEqual([[written]])
  })

  test.each([
    ['number-range', ['9', '100'], { budgetFrom: '9', budgetTo: '100' }],
    ['number-range', ['100', '9'], { budgetFrom: '9', budgetTo: '100' }],
    ['number-range', ['', '9'], { budgetFrom: '', budgetTo: '9' }],
    ['date-range', ['2026-02-01', '2026-01-01'], { dayFrom: '2026-01-01', dayTo: '2026-02-01' }],
  ])('%s writes the bounds %j in ascending order', async (name, [low, high], written) => {
    const { onChange } = draw(type(name))
    const { label } = type(name)
    if (low) await userEvent.type(screen.getByLabelText(`${label}起`), low)
    if (high) await userEvent.type(screen.getByLabelText(`${label}止`), high)
    await press('确定')
    expect(onChange.mock.calls).toEqual([[written]])
  })

  test('number-range refuses a value below the minimum with its own message, and keeps the text', async () => {
    const own = filter('number-range', field('budget', '预算', 'number', { schema: { minimum: 0 } }))
    const { onChange } = draw(own)
    const low = screen.getByLabelText('预算起') as HTMLInputElement
    expect(low.form?.noValidate, 'the browser says it in its own language').toBe(true)
    await userEvent.type(low, '-5')
    await press('确定')
    expect(onChange).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toBe('预算不能小于 0')
    expect(low.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(low)
    expect(low.value).toBe('-5')
    await userEvent.clear(low)
    await userEvent.type(low, '5')
    await press('确定')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(onChange.mock.calls).toEqual([[{ budgetFrom: '5', budgetTo: '' }]])
  })

  test.each([
    [{}, '', '采购需求', '1'],
    [{}, '1', '全部', ''],
    [{ multiple: true }, '1', '技术攻关', '1,2'],
    [{ multiple: true }, '1,2', '采购需求', '2'],
    [{ multiple: true }, '1,2', '全部', ''],
  ])('dict with %j and “%s”: %s writes “%s”', async (options, current, choice, written) => {
    const { onChange } = draw({ ...type('dict'), options }, { kind: current })
    await press(choice)
    expect(onChange.mock.calls).toEqual([[{ kind: written }]])
  })

  test('ref offers the items of its list, without items below another item', async () => {
    const { onChange } = draw(type('ref'))
    await userEvent.click(await screen.findByRole('button', { name: '森林防火' }))
    expect(screen.queryByRole('button', { name: '下级' })).toBeNull()
    expect(onChange.mock.calls).toEqual([[{ topicId: '2' }]])
  })

  test('category with a single level offers its entries under the name of the filter', async () => {
    const own = filter('category', field('sort', '类目', 'dict', { dict: 'topSort' }))
    const { onChange } = draw(own, {})
    await userEvent.click(await screen.findByRole('button', { name: '排水装备' }))
    expect(onChange).toHaveBeenLastCalledWith({ sort: 'a' })
    expect(screen.queryByText(/大类/)).toBeNull()
  })

  test('category writes a value level by level, and 全部 selects the upper level again', async () => {
    const { onChange, rerender } = draw(type('category'), {})
    expect(screen.queryByText('排水车')).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: '排水装备' }))
    expect(onChange).toHaveBeenLastCalledWith({ sort: 'a' })
    rerender(<FilterField filter={type('category')} value={{ sort: 'a' }} onChange={onChange} />)
    expect(screen.queryByText('电台')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '排水车' }))
    expect(onChange).toHaveBeenLastCalledWith({ sort: 'a1' })
    rerender(<FilterField filter={type('category')} value={{ sort: 'a1' }} onChange={onChange} />)
    const low = screen.getByRole('group', { name: '类目：类别' })
    await userEvent.click(within(low).getByRole('button', { name: '全部' }))
    expect(onChange).toHaveBeenLastCalledWith({ sort: 'a' })
  })

  test('yes-no writes false for 否 and an empty value for 全部', async () => {
    const { onChange } = draw(type('yes-no'), { urgent: 'true' })
    for (const name of ['否', '全部']) await press(name)
    expect(onChange.mock.calls).toEqual([[{ urgent: 'false' }], [{ urgent: '' }]])
  })

  test('region writes a value by level, by search and for 不限地区, and Escape closes the picker', async () => {
    const { onChange } = draw(type('region'))
    const open = () => press('地区：全国')
    await open()
    await userEvent.click(await screen.findByRole('button', { name: '福建省' }))
    await userEvent.click(screen.getByRole('button', { name: '厦门市' }))
    await press('选择厦门市')
    await open()
    await userEvent.type(screen.getByLabelText('搜索地区'), '思明')
    await press('福建省 厦门市 思明区')
    await open()
    await press('北京市')
    await open()
    await press('不限地区')
    expect(onChange.mock.calls.map(([change]) => change.region)).toEqual(['3502', '350203', '11', ''])
    await open()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByLabelText('搜索地区')).toBeNull()
  })
})

/** Buttons that are `wide` in a row of `room`, which this environment does not lay out. */
function layOut(wide: number, room: number) {
  const size = vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ width: wide } as DOMRect)
  const row = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(room)
  return () => [size, row].forEach((spy) => void spy.mockRestore())
}

test('a dictionary filter wider than its row folds behind 更多 and keeps the chosen entry visible', async () => {
  const restore = layOut(100, 650)
  const own = filter('dict', field('kind', '类型', 'dict', { dict: 'long' }))
  const { container } = draw(own, { kind: '15' })
  const shown = () =>
    [...container.querySelectorAll('button:not([data-beyond])')].map((button) => button.textContent)
  expect(shown()).toEqual(['全部', '第0项', '第1项', '第2项', '第15项', '更多'])
  await press('更多类型')
  expect(shown()).toHaveLength(22)
  expect(screen.getByRole('button', { name: '收起类型' }).getAttribute('aria-expanded')).toBe('true')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('第3项'))
  await press('收起类型')
  expect(shown()).toHaveLength(6)
  restore()
})

test('a very long dictionary filter is a searchable list in which several entries can be chosen', async () => {
  const own = {
    ...filter('dict', field('kind', '类型', 'dict', { dict: 'longest' })),
    options: { multiple: true },
  }
  const { onChange } = draw(own, { kind: '3' })
  await press('类型：第3项')
  const box = await screen.findByRole('combobox', { name: '查找类型' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(screen.getAllByRole('option', { selected: true }).map((one) => one.textContent)).toEqual(['第3项'])
  await userEvent.type(box, '29')
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['第29项'])
  await userEvent.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([[{ kind: '3,29' }]])
  expect(screen.getByRole('combobox'), 'one goes on choosing').toBeTruthy()
  await userEvent.type(box, '无')
  expect(screen.getByRole('status').textContent).toBe('没有匹配的选项')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '类型：第3项' }))
})

test('a dictionary filter offers only the entries that its option only lists', () => {
  draw({ ...filter('dict', field('kind', '类型', 'dict', { dict: 'long' })), options: { only: ['3', '4'] } })
  expect(
    [...document.querySelectorAll('button:not([data-beyond])')].map(({ textContent }) => textContent),
  ).toEqual(['全部', '第3项', '第4项'])
})

test.each([
  [null, ['全部', '第4项']],
  ['rescue', ['全部', '第4项', '第5项']],
  ['operator', ['全部', '第3项', '第4项', '第5项']],
])('a filter of states offers role %s only the states that the role can read', (role, offered) => {
  if (role) beginSession('a', { user: { id: '7', userName: 'a', name: '甲', role, black: false } })
  draw({
    ...filter('dict', field('kind', '类型', 'dict', { dict: 'long' })),
    options: { only: ['3', '4', '5'] },
    seenBy: { 3: ['operator'], 5: ['rescue', 'operator'] },
  })
  const buttons = [...document.querySelectorAll('button:not([data-beyond])')]
  expect(buttons.map(({ textContent }) => textContent)).toEqual(offered)
  endSession()
})

test('an unknown filter shows an alert with its name', () => {
  draw({ ...type('text'), widget: 'unheard-of' })
  expect(screen.getByRole('alert').textContent).toContain('unheard-of')
})
