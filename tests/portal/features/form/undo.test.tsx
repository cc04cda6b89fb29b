// Tests undo and redo in a form, and rows of a form: errors, dialog, cancelling.

import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { FormEngine } from '#portal/features/form/engine/form-engine.tsx'
import type { FormModel } from '#shared/model/content-model.ts'
import { loaded } from '../../../support/loaded-form.ts'
import { field } from './sample-form.ts'

vi.mock('#portal/core/configuration/dictionaries.ts', () => ({
  useDictionary: () => [],
  dictionaryLabel: () => '',
}))

const row = {
  type: 'object',
  required: ['name', 'count'],
  properties: {
    name: { type: 'string', title: '名称', minLength: 2 },
    count: { type: 'integer', title: '数量', minimum: 1 },
  },
  additionalProperties: false,
}
const fields = [
  field('title', '标题', { type: 'string', minLength: 2 }, { required: true }),
  field('agreed', '同意', { type: 'boolean' }, { type: 'boolean' }),
  field(
    'rows',
    '装备清单',
    { type: 'array', items: row, minItems: 1 },
    { type: 'object-list', required: true },
  ),
  field('note', '备注', { type: 'string' }),
]
const form: FormModel = {
  id: 'kit',
  version: 1,
  title: '装备',
  fields,
  schema: {
    type: 'object',
    properties: Object.fromEntries(fields.map((entry) => [entry.name, entry.schema])),
    required: ['title', 'rows'],
    additionalProperties: false,
  },
  steps: [
    { title: '概况', fields: ['title', 'agreed', 'rows'] },
    { title: '其他', fields: ['note'] },
  ],
  conditions: {},
  inputs: {
    title: { widget: 'text' },
    agreed: { widget: 'switch' },
    rows: { widget: 'array-table' },
    note: { widget: 'text' },
  },
}

const kit = [
  { name: '水泵', count: 2 },
  { name: '帐篷', count: 5 },
]
let store: FormStore
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const shown = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((line) => line.textContent?.slice(0, 2))

beforeEach(() => {
  store = new FormStore(loaded(form), { title: '采购', rows: kit })
  render(<FormEngine form={store.form} store={store} onSubmit={() => Promise.resolve()} />)
})

describe('undo in a form', () => {
  test('restores a deleted row by Ctrl+Z, and redo deletes the row again', async () => {
    await press('删除第 1 行')
    expect(shown()).toEqual(['帐篷'])
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(shown()).toEqual(['水泵', '帐篷'])
    expect(screen.getByRole('status').textContent).toBe('已撤销：装备清单')
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect(shown()).toEqual(['帐篷'])
    await press('撤销')
    expect(store.data().rows).toEqual(kit)
    expect(screen.queryByRole('button', { name: '撤销' })).toHaveProperty('disabled', true)
  })

  test('reverts typed letters as one change, and leaves Ctrl+Z inside the text input to the browser', async () => {
    const title = screen.getByLabelText(/标题/)
    await userEvent.type(title, '三台')
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(store.leaf('title').value, 'the browser takes letters back, which this one does not do').toBe(
      '采购三台',
    )
    await userEvent.click(screen.getByRole('switch'))
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(store.data().agreed).toBeUndefined()
    await press('撤销')
    expect(store.leaf('title').value).toBe('采购')
    await press('重做')
    expect(store.leaf('title').value).toBe('采购三台')
  })

  test('opens the form step of the reverted change', async () => {
    await press('删除第 2 行')
    await press('下一步')
    expect(screen.getByRole('heading', { name: '其他' })).toBeTruthy()
    await press('撤销')
    expect(screen.getByRole('heading', { name: '概况' })).toBeTruthy()
    expect(shown()).toEqual(['水泵', '帐篷'])
  })

  test('keeps values that the program filled in', () => {
    act(() => store.set('title', '改'))
    act(() => store.fill('note', '机器所填'))
    act(() => void store.undo())
    expect(store.data()).toMatchObject({ title: '采购', note: '机器所填' })
    expect(store.undo()).toBeNull()
  })

  test('keeps an emptied row as a row, and removes a row that typing created', () => {
    act(() => store.set('rows.0.name', undefined))
    act(() => store.set('rows.0.count', undefined))
    expect(store.data().rows).toEqual([{}, kit[1]])
    act(() => void store.undo())
    act(() => void store.undo())
    expect(store.data().rows).toEqual(kit)
    act(() => store.set('rows.2.name', '绳'))
    expect(store.data().rows).toHaveLength(3)
    act(() => void store.undo())
    expect(store.data().rows).toEqual(kit)
  })
})

describe('rows of a form', () => {
  test('show errors in the row and in the summary, whose link focuses the edit button of the row', async () => {
    act(() => store.set('rows.1.count', 0))
    await press('下一步')
    const summary = screen.getByRole('alert')
    const words = '装备清单第 2 项的数量不能小于 1'
    await userEvent.click(within(summary).getByRole('link', { name: words }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '修改第 2 行' }))
    expect(screen.getAllByText(words)).toHaveLength(2)
    await press('修改第 2 行')
    const count = await screen.findByLabelText(/数量/)
    expect(count.getAttribute('aria-invalid')).toBe('true')
    await userEvent.clear(count)
    await userEvent.type(count, '3')
    expect(count.getAttribute('aria-invalid')).toBeNull()
    await press('确定')
    expect(screen.queryByText(words)).toBeNull()
    expect(store.data().rows).toEqual([kit[0], { name: '帐篷', count: 3 }])
  })

  test('keep their errors when an earlier row is deleted, and lose them when deleted themselves', async () => {
    act(() => store.set('rows.1.count', 0))
    expect(store.validate(['rows'])).toBe(false)
    await press('删除第 1 行')
    expect(store.errors().map(({ name }) => name)).toEqual(['rows.0.count'])
    await press('删除第 1 行')
    expect(store.errors()).toEqual([])
  })

  test('change once when the row dialog is confirmed, and not at all when it is cancelled', async () => {
    const added = [...kit, { name: '绳索', count: 7 }]
    await press('添加一行')
    await userEvent.type(await screen.findByLabelText(/名称/), '绳索')
    await userEvent.type(screen.getByLabelText(/数量/), '7')
    await press('确定')
    expect(store.data().rows).toEqual(added)
    await press('修改第 3 行')
    await userEvent.type(await screen.findByLabelText(/名称/), '二')
    await press('取消')
    expect(store.data().rows).toEqual(added)
    await press('撤销')
    expect(store.data().rows).toEqual(kit)
    expect(store.history.canUndo).toBe(false)
    await press('重做')
    expect(store.data().rows).toEqual(added)
  })

  test('close the row dialog when adding the row is undone', async () => {
    await press('添加一行')
    expect(screen.getByRole('dialog').hasAttribute('open')).toBe(true)
    act(() => void store.undo())
    expect(store.data().rows).toEqual(kit)
    expect(screen.queryByRole('button', { name: '确定' })).toBeNull()
  })

  test('keep the row dialog open until the row is valid, and stay unchanged when it is cancelled', async () => {
    await press('添加一行')
    expect(screen.getByRole('dialog').querySelector('.eq-nested'), 'the row is framed once').toBeNull()
    await press('确定')
    expect(screen.getAllByText(/请填写装备清单第 3 项的名称/).length).toBeGreaterThan(0)
    await press('取消')
    expect(store.data().rows).toEqual(kit)
    expect(store.errors()).toEqual([])
  })
})
