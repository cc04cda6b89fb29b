// Tests the title of a referenced item in a form, also when the item cannot be chosen any more.
import { render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { AnswerValue } from '#portal/features/form/engine/answer-value.tsx'
import { ReferredTitlesProvider, referredTitles } from '#portal/widgets/items/reference-titles.ts'
import { type FakeServer, startFakeServer, success } from '../../support/fake-server.ts'
import { OneField } from './one-field.tsx'
import { field } from './sample-form.ts'

const LIST = '/newapi/demand/list'
const choices = { path: LIST, title: '需求', heading: 'title', meta: [] }
const demand = field('demandId', '需求', { type: 'string' }, { type: 'ref', ref: 'demand' })
const ITEM = { id: '9', demandId: 'd1', demandIdTitle: '低矮排水机器人' }

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => {
  server.reset()
  server.on(LIST, success({ list: [], totalCount: 0 }))
})

const shown = (item: object | null, id: string) =>
  render(
    <ReferredTitlesProvider value={referredTitles(item as Record<string, unknown> | null)}>
      <OneField widget="ref-select" field={demand} options={{ choices }} value={id} />
      <p data-testid="read">
        <AnswerValue field={demand} widget="ref-select" value={id} choices={choices} />
      </p>
    </ReferredTitlesProvider>,
  )

test('a reference shows the title that the item contains, in the input and in the review', async () => {
  const { container } = shown(ITEM, 'd1')
  await waitFor(() => expect(screen.getAllByText('低矮排水机器人').length).toBeGreaterThanOrEqual(2), {
    timeout: 8000,
  })
  expect(container.textContent).not.toContain('正在加载…')
  expect(container.textContent).not.toContain('d1')
})

test('a reference whose title is unknown shows （已不对您开放）', async () => {
  const { container } = shown(null, 'd2')
  await waitFor(() => expect(screen.getAllByText('（已不对您开放）').length).toBeGreaterThanOrEqual(2), {
    timeout: 8000,
  })
  expect(container.textContent).not.toContain('正在加载…')
  expect(screen.getByTestId('read').textContent).toBe('（已不对您开放）')
})
