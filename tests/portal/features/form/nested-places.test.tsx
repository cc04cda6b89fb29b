// Tests conditions, required fields and defaults inside groups and rows of a form.

import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { FormEngine } from '#portal/features/form/engine/form-engine.tsx'
import { loaded } from '../../../support/loaded-form.ts'
import { NESTED_FORM } from '../../../support/nested-form.ts'

vi.mock('#portal/core/configuration/dictionaries.ts', () => ({
  useDictionary: () => [],
  dictionaryLabel: () => '',
}))

const OWN = new Set(['kind', 'hasTeam', 'team', 'rows'])
const form = {
  ...NESTED_FORM,
  steps: [{ title: '全部', fields: [...OWN] }],
  fields: NESTED_FORM.fields.filter(({ name }) => OWN.has(name)),
  conditions: Object.fromEntries(
    Object.entries(NESTED_FORM.conditions).filter(([key]) => OWN.has(key.split('.')[0] ?? '')),
  ),
  inputs: {
    kind: { widget: 'select' },
    hasTeam: { widget: 'switch' },
    team: { widget: 'object' },
    rows: { widget: 'array-table' },
  },
}
let store: FormStore
const at = (id: string) => document.getElementById(`nestedForm-${id}`)

beforeEach(() => {
  store = new FormStore(loaded(form), { rows: [{ name: '甲甲', post: '2' }] }, { signedIn: true })
  render(<FormEngine form={store.form} store={store} onSubmit={() => Promise.resolve()} />)
})

test('conditions of a form show and hide a group, and the fields inside it', async () => {
  expect(at('team-leader')).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: /有队伍/ }))
  expect(at('team-leader')).not.toBeNull()
  expect(at('team-size'), 'the grade’s default 3 asks for a size').not.toBeNull()
  await userEvent.selectOptions(at('team-grade') as HTMLElement, '2')
  expect(at('team-size')).toBeNull()
  await userEvent.selectOptions(at('kind') as HTMLElement, '1')
  expect(at('team-base')).toBeNull()
})

test('hidden fields of a group are neither required nor sent, visible fields are both', async () => {
  await userEvent.click(screen.getByRole('switch', { name: /有队伍/ }))
  act(() => store.set('team.grade', '3'))
  expect(store.validate(['team'])).toBe(false)
  const wrong = () => store.errors().map(({ name }) => name)
  expect(wrong()).toEqual(['team.leader', 'team.size'])
  act(() => store.set('team.leader', '队长'))
  act(() => store.set('team.size', 5))
  act(() => store.set('team.grade', '2'))
  expect(store.validate(['team'])).toBe(true)
  expect(store.body().team).toEqual({ leader: '队长', grade: '2' })
})

test('conditions inside a row depend on the other fields of the same row', async () => {
  await userEvent.click(screen.getByRole('button', { name: '修改第 1 行' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.queryByLabelText(/证号/)).toBeNull()
  await userEvent.selectOptions(dialog.getByLabelText(/岗位/), '1')
  expect(dialog.queryByLabelText(/手机/)).toBeNull()
  await userEvent.type(dialog.getByLabelText(/证号/), 'A1234')
  await userEvent.type(dialog.getByLabelText(/手机/), '1380013')
  await userEvent.click(dialog.getByRole('button', { name: '确定' }))
  expect(dialog.getByText(/手机/, { selector: '.eq-field-error' })).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/手机/), '8000')
  await userEvent.click(dialog.getByRole('button', { name: '确定' }))
  expect(store.body().rows).toEqual([{ name: '甲甲', post: '1', licence: 'A1234', mobile: '13800138000' }])
})
