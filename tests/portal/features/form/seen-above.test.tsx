// Tests that a form which decides about its subject sends the displayed revision.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '#shared/calls/errors.ts'
import type { FormPage, FormSubjectModel } from '#shared/model/pages/form.ts'
import { learnManifest } from '../../support/learn-manifest.ts'
import { link, source } from '../../support/samples.ts'
import { sampleForm } from './sample-form.ts'

const calls = vi.hoisted(() => ({
  get: vi.fn(),
  post: vi.fn(),
  getJson: vi.fn((address: string) => window.__equipnetPreload?.get(address)?.answer),
  dataOf: (body: { data: unknown }) => body.data,
}))
vi.mock('#portal/core/api/client.ts', () => calls)

const { ApiError } = await import('#portal/core/api/api-error.ts')
const { FormPageView } = await import('#portal/features/form/form-page.tsx')
const { HashRouter } = await import('#portal/app/app.tsx')
const { appHistory } = await import('#portal/core/routing/hash-history.ts')

const subject: FormSubjectModel = {
  title: '需求',
  source: source('/newapi/demand/info/{id}', { id: '{query.demandId}' }),
  open: link('/demand', { id: '{query.demandId}' }),
  heading: 'name',
  facts: [],
}
const page: FormPage = {
  id: 'demand/audit',
  kind: 'form',
  path: '/audit',
  title: '审核需求',
  shell: 'site',
  access: ['registered'],
  params: { demandId: { required: true } },
  trail: [],
  form: { ...sampleForm, steps: [{ title: '联系方式', fields: ['contact'] }] },
  submit: { ...source('/newapi/demand/audit'), operation: 'audit.add', method: 'POST' },
  draft: false,
  subject,
  receipt: { title: '审核已完成', next: '申请人会收到通知。' },
  // biome-ignore lint/suspicious/noThenProperty: the language's word
  then: 'receipt',
  review: false,
}

let address = 0
async function open(shown: FormPage) {
  address += 1
  act(() => appHistory.replace(`${page.path}?demandId=${address}`))
  render(
    <HashRouter>
      <FormPageView page={shown} />
    </HashRouter>,
  )
  await screen.findByRole('link', { name: '甲' })
  await userEvent.type(screen.getByLabelText(/联系人/), '张三')
}
const press = () => userEvent.click(screen.getByRole('button', { name: '提交' }))
const sent = () => calls.post.mock.calls.map(([, body]) => body)

beforeAll(() => learnManifest())
beforeEach(() => {
  calls.get.mockReset().mockResolvedValue({ id: '7', name: '甲', revision: 3 })
  calls.post.mockReset().mockResolvedValue({ id: '9', receiptNo: '1', status: 'stated' })
})

test('a deciding form sends the displayed revision of its subject, and the newer one after a refusal', async () => {
  const stale = { ...ERRORS.STALE_REVISION, message: '内容已有更新的版本，请核对后再提交' }
  calls.post.mockRejectedValueOnce(new ApiError(stale))
  await open({ ...page, subject: { ...subject, decides: true } })
  calls.get.mockResolvedValue({ id: '7', name: '乙', revision: 4 })
  await press()
  await screen.findByText('内容已有更新的版本，请核对后再提交')
  await screen.findByRole('link', { name: '乙' })
  await press()
  await screen.findByText('审核已完成')
  expect(sent()).toEqual([
    { contact: '张三', revision: 3 },
    { contact: '张三', revision: 4 },
  ])
})

test('a form that does not decide about its subject sends no revision', async () => {
  await open(page)
  await press()
  await screen.findByText('审核已完成')
  expect(sent()).toEqual([{ contact: '张三' }])
})
