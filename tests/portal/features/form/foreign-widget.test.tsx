// Tests that widgets written for rjsf, as its documentation shows them, work unchanged.
import { getDefaultRegistry } from '@rjsf/core'
import type { WidgetProps } from '@rjsf/utils'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { OneField, oneFieldStore } from './one-field.tsx'
import { field } from './sample-form.ts'

vi.mock('#portal/core/configuration/dictionaries.ts', () => ({
  useDictionary: () => [],
  dictionaryLabel: () => '',
}))

// Each takes the place of the file of that name, as a developer would put it there.
vi.mock('#portal/widgets/inputs/text.tsx', () => ({ Documented }))
vi.mock('#portal/widgets/inputs/multi-select.tsx', () => ({
  Boxes: getDefaultRegistry().widgets.CheckboxesWidget,
}))
vi.mock('#portal/widgets/inputs/select.tsx', () => ({
  List: getDefaultRegistry().widgets.SelectWidget,
}))

/** As rjsf's documentation shows a custom widget. */
function Documented(props: WidgetProps) {
  return (
    <input
      type="text"
      id={props.id}
      className="custom"
      value={props.value ?? ''}
      required={props.required}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={(event) => props.onBlur(props.id, event.target.value)}
    />
  )
}

const title = field('title', '标题', { type: 'string', minLength: 2 })
const kinds = field('kinds', '类别', {
  type: 'array',
  uniqueItems: true,
  items: { type: 'string', enum: ['水泵', '帐篷'] },
})
const level = field('level', '等级', { type: 'integer', enum: [1, 2] })

test('a widget from the rjsf documentation is labelled, stores its value and shows its error', async () => {
  const look = { widget: 'text', field: title }
  const store = oneFieldStore(look)
  render(<OneField {...look} store={store} />)
  await userEvent.type(screen.getByLabelText(/标题/), '泵')
  expect(store.data()).toEqual({ title: '泵' })
  await userEvent.tab()
  await waitFor(() => expect(screen.getByText('标题至少 2 个字')).toBeTruthy())
})

test('the checkboxes widget of rjsf stores the checked values as a list in schema order', async () => {
  const look = { widget: 'multi-select', field: kinds }
  const store = oneFieldStore(look)
  render(<OneField {...look} store={store} />)
  await userEvent.click(screen.getByLabelText('帐篷'))
  await userEvent.click(screen.getByLabelText('水泵'))
  expect(store.data()).toEqual({ kinds: ['水泵', '帐篷'] })
})

test('the select widget of rjsf stores a number of the schema as a number', async () => {
  const look = { widget: 'select', field: level }
  const store = oneFieldStore(look)
  render(<OneField {...look} store={store} />)
  await userEvent.selectOptions(screen.getByLabelText(/等级/), '2')
  expect(store.body()).toEqual({ level: 2 })
})
