// Tests the layouts of a list: items with links, columns, empty lists, single layouts.
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { endSession } from '#portal/core/session/session.ts'
import { LAYOUTS, Layout } from '#portal/widgets/layout-registry.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Column } from '#shared/model/page-model.ts'
import { openAt } from '../support/portal-host.tsx'
import { column, field, link } from '../support/samples.ts'

const ITEMS = [
  { id: '1', title: '采购排水泵', closes: '2999-01-03', price: 520, no: 'GB/T 1-2020', day: '2026-03-05' },
  { id: '2', title: '采购冲锋舟', closes: '2020-01-01', day: '2026-03-21' },
  { id: '3', title: '征集方案', day: '2026-04-02', about: '城市内涝' },
]
const COLUMNS: Column[] = [
  column('deadline', field('closes', '截止日期', 'date')),
  column('money', field('price', '预算', 'number', { unit: '万元' })),
  column('plate', field('no', '标准号', 'text')),
  column('date', field('day', '日期', 'date')),
  column('long-text', field('about', '说明', 'long-text')),
]
const scope: Scope = { query: {}, params: {} }
const draw = (look: string, columns: readonly Column[] = COLUMNS, items: readonly object[] = ITEMS) =>
  openAt(
    '/list',
    <Layout
      look={look}
      title="需求"
      items={items as never}
      heading="title"
      columns={columns}
      open={link('/detail', { id: '{item.id}' })}
      scope={scope}
      level="h3"
    />,
  )

beforeEach(endSession)

test('every layout in the schemas has its component, and every component its name in the schemas', () => {
  const { $defs } = JSON.parse(readFileSync('schemas/config/common.schema.json', 'utf8')) as {
    readonly $defs: { readonly look: { readonly enum: readonly string[] } }
  }
  const section = JSON.parse(readFileSync('schemas/widgets/sections/items.schema.json', 'utf8')) as {
    readonly options: { readonly properties: { readonly look: { readonly enum: readonly string[] } } }
  }
  expect([...LAYOUTS.keys()].sort()).toEqual([...$defs.look.enum].sort())
  expect(section.options.properties.look.enum).toEqual($defs.look.enum)
})

describe.each([...LAYOUTS.keys()])('layout %s', (look) => {
  test.each([
    ['with columns', COLUMNS],
    ['without', []],
  ])('renders each item once with its link, %s', (_, columns) => {
    draw(look, columns)
    const links = [...document.querySelectorAll<HTMLAnchorElement>('h3 a')]
    expect(links.map(({ textContent }) => textContent)).toEqual(ITEMS.map(({ title }) => title))
    expect(links.map(({ href }) => new URL(href).hash || href)).toEqual(
      ITEMS.map(({ id }) => expect.stringContaining(`id=${id}`)),
    )
  })

  test('renders nothing for an empty list', () => {
    draw(look, COLUMNS, [])
    expect(document.querySelectorAll('h3')).toHaveLength(0)
  })
})

test('the ledger layout shows the remaining days, 已截止, or 长期有效 without a deadline', () => {
  draw('ledger')
  const paces = [...document.querySelectorAll('.eq-closing')]
  expect(paces.map((one) => one.getAttribute('data-pace'))).toEqual(['open', 'over', 'none'])
  expect(paces[0]?.textContent).toMatch(/^剩 \d+ 天01-03 截止$/)
  expect(paces[1]?.textContent).toBe('已截止2020-01-01')
  expect(paces[2]?.textContent).toBe('长期有效')
  expect(document.querySelector('.eq-ledger-amount')?.textContent).toContain('520 万元')
})

test('the calendar layout shows a heading for each month, and the weekday of each item', () => {
  draw('calendar')
  expect([...document.querySelectorAll('.eq-calendar-month')].map(({ textContent }) => textContent)).toEqual([
    '2026 年 3 月',
    '2026 年 4 月',
  ])
  expect([...document.querySelectorAll('.eq-calendar-day')].map(({ textContent }) => textContent)).toEqual([
    '5周四',
    '21周六',
    '2周四',
  ])
})

test.each(['posters', 'shelf'])(
  'the layout %s loads the first three images at once and the others lazily',
  (look) => {
    const many = Array.from({ length: 6 }, (_, at) => ({
      id: `${at}`,
      title: `视频 ${at}`,
      image: `/${at}.jpg`,
    }))
    draw(look, [], many)
    const ways = [...document.querySelectorAll('img')].map((image) => image.getAttribute('loading'))
    expect(ways).toEqual(['eager', 'eager', 'eager', 'lazy', 'lazy', 'lazy'])
  },
)
