// Tests the comparison tray: adding, undo, changes in other tabs, invalid stored values.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import {
  forgetCompareSets,
  itemsIn,
  readCompareSets,
  replaceSet,
} from '#portal/features/comparison/comparison-set.ts'
import { addToSet, clearSet, removeFromSet } from '#portal/features/comparison/comparison-set-changes.ts'
import { ComparisonTray } from '#portal/features/comparison/comparison-tray.tsx'
import { ComparisonTraySlot } from '#portal/features/comparison/comparison-tray-slot.tsx'
import type { ManifestPage } from '#shared/model/manifest.ts'

const PATH = '/biddingCompare'
const KEY = 'equipnet-compare'
const page: ManifestPage = {
  id: 'bidding/compare',
  path: PATH,
  title: '公告比对',
  kind: 'compare',
  shell: 'site',
  access: [],
  url: '',
  preload: [],
}

const ids = () => itemsIn(readCompareSets(), PATH).map(({ id }) => id)
const add = (id: string, max = 3) => addToSet(PATH, max, { id, title: `公告 ${id}` })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const draw = () =>
  render(
    <MemoryRouter>
      <ComparisonTray page={page} />
    </MemoryRouter>,
  )

beforeEach(() => {
  localStorage.clear()
  forgetCompareSets()
})

test('the comparison tray accepts each item once, up to the maximum of the page', () => {
  expect(['a', 'b', 'a', 'c'].map((id) => add(id))).toEqual([true, true, true, true])
  expect(add('d')).toBe(false)
  expect(ids()).toEqual(['a', 'b', 'c'])
})

test('undo in the comparison tray reverts clearing and removing one by one, with the order of the items', async () => {
  for (const id of ['a', 'b', 'c']) add(id)
  draw()
  await press('移出比对 公告 b')
  expect(ids()).toEqual(['a', 'c'])
  await press('清空')
  expect(ids()).toEqual([])
  await press('撤销')
  expect(ids()).toEqual(['a', 'c'])
  await press('撤销')
  expect(ids()).toEqual(['a', 'b', 'c'])
  expect(screen.getByRole('link', { name: '开始比对' }).getAttribute('href')).toBe(`#${PATH}?ids=a%2Cb%2Cc`)
})

test('a change of the comparison tray in another tab discards the undo history of this tab', async () => {
  add('a')
  add('b')
  draw()
  const elsewhere = { last: PATH, sets: { [PATH]: { max: 3, items: [{ id: 'z', title: '公告 z' }] } } }
  localStorage.setItem(KEY, JSON.stringify(elsewhere))
  render(<ComparisonTraySlot entry={{ ...page, kind: 'list' }} />)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY })))
  expect(ids()).toEqual(['z'])
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
})

test('replacing the comparison set keeps the stored title of an item that comes without one', () => {
  add('a')
  replaceSet(PATH, 3, [
    { id: 'a', title: '' },
    { id: 'b', title: '公告乙' },
  ])
  expect(itemsIn(readCompareSets(), PATH)).toEqual([
    { id: 'a', title: '公告 a' },
    { id: 'b', title: '公告乙' },
  ])
})

test('an invalid stored text is read as an empty comparison set', () => {
  for (const text of ['a,b', '{"last":1}', '{"last":"","sets":{"/x":{"max":4,"items":[1]}}}', '[]']) {
    localStorage.setItem(KEY, text)
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(ids(), text).toEqual([])
  }
  removeFromSet(PATH, 'a')
  clearSet(PATH)
  expect(ids()).toEqual([])
})
