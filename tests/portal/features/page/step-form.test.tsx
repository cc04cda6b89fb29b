// Tests the form of a transition: dialog, validation, submission, draft.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Actions } from '#portal/features/actions/actions.tsx'
import { TransitionAnswers } from '#portal/widgets/items/transition-answers.tsx'
import type { Action } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { served } from '../../../support/loaded-form.ts'
import { LOAN, modelWith } from '../../../support/loan.ts'
import { type FakeServer, refusal, startFakeServer, success } from '../../support/fake-server.ts'
import { openAt } from '../../support/portal-host.tsx'

const STEP = '/newapi/loan/approve'
const DRAFT = '/newapi/api/draft'
let server: FakeServer
let approve: Action

beforeAll(async () => {
  server = await startFakeServer()
  const page = modelWith(LOAN).pages.find(({ id }) => id === 'loan/detail') as DetailPage
  const written = page.actions.find(({ transition }) => transition === 'approve') as Action
  const forms = Object.entries(written.forms ?? {}).map(([id, form]) => [id, served(form)])
  approve = { ...written, forms: Object.fromEntries(forms) }
}, 30_000)
beforeEach(() => {
  server.reset()
  localStorage.clear()
  server.on(DRAFT, success(null))
  server.on(`${DRAFT}/remove`, success(null))
})

function draw() {
  const onChanged = vi.fn()
  const offer = { action: 'approve', title: '批准', form: 'loanOpinion', done: '已批准' }
  const item = { id: 'L1', title: '排水泵', revision: 2, changeStatus: null, actions: [offer] }
  const user = { signedIn: true, id: 'keeper', role: 'operator', grants: [] }
  const scope = { item: { ...item, actions: ['approve'] }, query: {}, params: {}, user }
  openAt(
    '/loan?id=L1',
    <Actions actions={[approve]} scope={scope} title="装备借用" item={item} onChanged={onChanged} />,
  )
  return onChanged
}

async function open() {
  const onChanged = draw()
  await userEvent.click(await screen.findByRole('button', { name: '批准' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(/意见/)
  return { onChanged, dialog }
}

test('the form of a transition shows missing answers before anything is sent', async () => {
  const { dialog, onChanged } = await open()
  expect(dialog.textContent).toContain('确定批准？')
  await userEvent.click(within(dialog).getByRole('button', { name: '批准' }))
  expect((await within(dialog).findAllByText(/请填写意见/)).length).toBeGreaterThan(0)
  expect(server.to(STEP)).toHaveLength(0)
  expect(onChanged).not.toHaveBeenCalled()
})

test('the form of a transition sends answers and displayed revision, and deletes its draft', async () => {
  server.on(STEP, success({ status: 'approved' }))
  const { dialog, onChanged } = await open()
  await userEvent.type(within(dialog).getByLabelText(/意见/), '同意借用')
  await userEvent.selectOptions(within(dialog).getByLabelText(/交付时限/), '当天')
  await userEvent.click(within(dialog).getByRole('button', { name: '批准' }))
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(server.to(STEP).map(({ method, body }) => [method.toUpperCase(), body])).toEqual([
    ['POST', { id: 'L1', revision: 2, opinion: '同意借用', urgency: '当天' }],
  ])
  expect(server.to(`${DRAFT}/remove`).map(({ body }) => body)).toEqual([{ form: 'loanOpinion', key: 'L1' }])
})

test('the form of a transition shows a server error at its field and keeps the answers', async () => {
  const errors = [{ path: '/opinion', message: '意见含有不允许的词语' }]
  server.on(STEP, refusal(400, '提交的内容有误', { errors }))
  const { dialog, onChanged } = await open()
  await userEvent.type(within(dialog).getByLabelText(/意见/), '同意借用')
  await userEvent.selectOptions(within(dialog).getByLabelText(/交付时限/), '当天')
  await userEvent.click(within(dialog).getByRole('button', { name: '批准' }))
  expect((await within(dialog).findAllByText(/意见含有不允许的词语/)).length).toBeGreaterThan(0)
  expect(within(dialog).getByLabelText(/意见/)).toHaveProperty('value', '同意借用')
  expect(onChanged).not.toHaveBeenCalled()
})

test('the form of a transition restores its draft', async () => {
  const data = { opinion: '先与库房核对', urgency: '当天' }
  server.on(DRAFT, success({ version: 1, data, updatedAt: '2026-11-20T02:00:00Z', revision: 1 }))
  const { dialog } = await open()
  expect(within(dialog).getByLabelText(/意见/)).toHaveProperty('value', '先与库房核对')
  expect(dialog.textContent).toContain('已恢复上次填写而未提交的内容')
})

test('the answers of a transition are rendered by the types of their fields', async () => {
  openAt(
    '/loan',
    <TransitionAnswers
      answers={[
        { field: { name: 'opinion', title: '意见', type: 'long-text' }, value: '同意' },
        { field: { name: 'days', title: '天数', type: 'integer', unit: '天' }, value: 3 },
        { field: { name: 'urgent', title: '加急', type: 'boolean' }, value: false },
      ]}
    />,
  )
  await screen.findByText('同意')
  const said = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(said).toEqual(['同意', expect.stringMatching(/^3 ?天$/), '否'])
})
