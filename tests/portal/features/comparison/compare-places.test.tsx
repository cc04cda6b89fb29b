// Tests the comparison page: changed addresses, missing items, best values, shared addresses.
import { screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#portal/core/configuration/dictionaries.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { ComparePageView } from '#portal/features/comparison/compare-page.tsx'
import {
  forgetCompareSets,
  itemsIn,
  readCompareSets,
  replaceSet,
} from '#portal/features/comparison/comparison-set.ts'
import type { ComparePage } from '#shared/model/pages/compare.ts'
import { type FakeServer, refusal, startFakeServer, success } from '../../support/fake-server.ts'
import { openAt } from '../../support/portal-host.tsx'
import { column, field, pageBase, source } from '../../support/samples.ts'

const page: ComparePage = {
  ...pageBase('/compare', '比对'),
  kind: 'compare',
  source: source('/newapi/pump/info/{id}', { id: '{item.id}' }),
  heading: 'name',
  max: 4,
  rows: [
    column('text', field('model', '型号', 'text')),
    column('money', field('price', '参考价', 'number'), { options: { unit: 'priceType', units: 'units' } }),
  ],
}
const item = (id: string, price: number, priceType: string) => ({
  id,
  name: `${id}号泵`,
  model: `M-${id}`,
  price,
  priceType,
})

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
  const units = [
    { value: '1', label: '元' },
    { value: '2', label: '万元' },
  ]
  server.on('/newapi/api/dict/all', success({ units }))
  await loadDictionaries()
})
beforeEach(() => {
  server.reset()
  forgetCompareSets()
  for (const one of [item('A', 5, '2'), item('B', 53_005, '1'), item('C', 6, '2')])
    server.on(`/newapi/pump/info/${one.id}`, success(one))
  server.on('/newapi/pump/info/NOPE', refusal(404, '内容不存在'))
})
const cellsOf = (label: string): string[] => {
  const row = screen.getByRole('row', { name: new RegExp(`^${label}`) })
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent ?? '')
}

describe('comparison page', () => {
  test('shows a dash, never the values of another item, for an item that does not exist', async () => {
    openAt('/compare?ids=A,B', <ComparePageView page={page} />)
    await waitFor(() => expect(cellsOf('型号')).toEqual(['M-A', 'M-B']))
    act(() => appHistory.replace('/compare?ids=NOPE,A'))
    await screen.findAllByText('内容不存在或无法加载')
    expect(cellsOf('型号')).toEqual(['—', 'M-A'])
  })

  test('adds only existing items to the tray, and shows a message and no print button without any', async () => {
    openAt('/compare?ids=A,NOPE', <ComparePageView page={page} />)
    await waitFor(() => expect(cellsOf('型号')).toEqual(['M-A', '—']))
    act(() => screen.getByRole('button', { name: '加入比对栏' }).click())
    await waitFor(() => expect(itemsIn(readCompareSets(), '/compare').map(({ id }) => id)).toEqual(['A']))
    act(() => forgetCompareSets())
    act(() => appHistory.replace('/compare?ids=NOPE'))
    await screen.findByText('要比对的内容不存在，或已下线')
    expect(itemsIn(readCompareSets(), '/compare')).toEqual([])
    expect(screen.queryByRole('button', { name: '打印' })).toBeNull()
  })

  test('marks the lowest price across units, and no identifying row (price, model) as different', async () => {
    const price = column('money', field('price', '参考价', 'number'), {
      options: { unit: 'priceType', units: 'units', better: 'low' },
    })
    const days = column('number', field('days', '供货周期', 'integer'))
    for (const [one, given] of [
      [item('A', 5, '2'), 30],
      [item('B', 49_005, '1'), 20],
    ] as const)
      server.on(`/newapi/pump/info/${one.id}`, success({ ...one, days: given }))
    const unit = column('tag', field('priceType', '价格单位', 'dict', { dict: 'units' }))
    const rows = [page.rows[0] ?? price, unit, price, days]
    openAt('/compare?ids=A,B', <ComparePageView page={{ ...page, rows }} />)
    await waitFor(() => expect(cellsOf('参考价')).toEqual(['5 万元', '49,005 元（较优）']))
    expect(screen.queryByRole('row', { name: /^价格单位/ })).toBeNull()
    const marked = screen.getAllByRole('row').filter(({ className }) => className === 'eq-differs')
    expect(marked.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['供货周期'])
  })

  test('calculates percentages only between prices of the same unit', async () => {
    openAt('/compare?ids=A,B,C&base=A', <ComparePageView page={page} />)
    await waitFor(() => expect(cellsOf('参考价')).toHaveLength(3))
    await waitFor(() => expect(cellsOf('参考价')[2]).toContain('+20%'))
    expect(cellsOf('参考价')[1]).not.toContain('%')
    expect(cellsOf('参考价')[1]).toContain('元')
  })
})

describe('comparison page at a shared address', () => {
  const aside = () => itemsIn(readCompareSets(), page.path).map(({ id }) => id)
  const open = async (address: string) => {
    openAt(address, <ComparePageView page={page} />)
    await screen.findByText('M-A')
  }

  test('leaves an empty tray empty, also after an item is removed, until the user adds the items', async () => {
    await open('/compare?ids=A,B,C')
    await screen.findByText('本页内容来自链接，未加入您的比对栏。')
    await screen.findByText('M-C')
    expect(aside()).toEqual([])
    act(() => screen.getAllByRole('button', { name: /移除/ })[2]?.click())
    await waitFor(() => expect(screen.queryByText('M-C')).toBeNull())
    expect(aside()).toEqual([])
    act(() => screen.getByRole('button', { name: '加入比对栏' }).click())
    expect(aside()).toEqual(['A', 'B'])
    expect(screen.queryByText(/来自链接/)).toBeNull()
  })

  test('leaves a filled tray unchanged until the user replaces its items', async () => {
    replaceSet(page.path, page.max, [{ id: 'C', title: 'C号泵' }])
    await open('/compare?ids=A,B')
    await screen.findByText(/与您的比对栏不同，您已选的 1 项没有变动/)
    expect(aside()).toEqual(['C'])
    act(() => screen.getByRole('button', { name: '替换为这一组' }).click())
    expect(aside()).toEqual(['A', 'B'])
    expect(screen.queryByText(/与您的比对栏不同/)).toBeNull()
  })

  test('updates the tray when an item is removed and the tray has the same items', async () => {
    replaceSet(page.path, page.max, [
      { id: 'A', title: 'A号泵' },
      { id: 'B', title: 'B号泵' },
    ])
    await open('/compare?ids=A,B')
    act(() => screen.getAllByRole('button', { name: /移除/ })[1]?.click())
    await waitFor(() => expect(aside()).toEqual(['A']))
    expect(screen.queryByText(/与您的比对栏不同/)).toBeNull()
  })
})
