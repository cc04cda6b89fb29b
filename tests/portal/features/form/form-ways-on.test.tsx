// Tests a form page with loaded data and after refusals: selected form, links, hidden fields, blacklist.
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ERRORS } from '#shared/calls/errors.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { field, sampleForm } from './sample-form.ts'

const calls = vi.hoisted(() => ({ get: vi.fn(), post: vi.fn(), getJson: vi.fn() }))
vi.mock('#portal/core/api/client.ts', () => calls)

const { ApiError } = await import('#portal/core/api/api-error.ts')
const { FormPageView } = await import('#portal/features/form/form-page.tsx')
const { HashRouter } = await import('#portal/app/app.tsx')
const { appHistory } = await import('#portal/core/routing/hash-history.ts')
const { loadBlacklistStatus: loadBlacklisting } = await import('#portal/core/access/blacklist-status.ts')

const call = (operation: string, method: 'GET' | 'POST', params = {}, body = {}) => ({
  operation,
  method,
  path: `/newapi/${operation.replace('.', '/')}`,
  params,
  body,
})
const form = { ...sampleForm, steps: [{ title: '联系方式', fields: ['contact', 'mobile'] }] }
const page: FormPage = {
  id: 'account/supplement',
  kind: 'form',
  path: '/registerSupplement',
  title: '补充注册信息',
  shell: 'bare',
  access: ['anyone'],
  params: { key: { required: true } },
  trail: [],
  form: sampleForm,
  load: call('auth.supplementInfo', 'GET', { key: '{query.key}' }),
  submit: call('auth.supplement', 'POST', {}, { key: '{query.key}' }),
  choice: { by: 'form', values: 'data', forms: [form, { ...form, id: 'other' }] },
  notice: '原因：{item.reason}',
  draft: false,
  receipt: { title: '已重新提交', next: '请等待审核。' },
  // biome-ignore lint/suspicious/noThenProperty: the language's word
  then: 'receipt',
  review: false,
}

function open(shown: FormPage, address: string) {
  act(() => appHistory.replace(address))
  return render(
    <HashRouter>
      <FormPageView page={shown} />
    </HashRouter>,
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  localStorage.clear()
  calls.get.mockReset().mockResolvedValue(null)
  calls.post.mockReset().mockResolvedValue({ receiptNo: '20260105000001' })
})
afterEach(async () => {
  calls.get.mockReset().mockResolvedValue({ black: false })
  await act(loadBlacklisting)
})

describe('form selected by the loaded data', () => {
  test('shows the loaded answers and the reason, and submits the answers under their key', async () => {
    const data = { contact: '张三', mobile: '13800138000' }
    calls.get.mockResolvedValue({ form: 'other', reason: '证照不清晰', data })
    open(page, '/registerSupplement?key=k1')
    expect(await screen.findByText('原因：证照不清晰')).toBeTruthy()
    const contact = document.getElementById('other-contact') as HTMLInputElement
    expect(contact.value).toBe('张三')
    await userEvent.type(contact, '丰')
    await press('提交')
    await screen.findByText('已重新提交')
    expect(calls.post.mock.calls[0]?.slice(0, 2)).toEqual([
      '/newapi/auth/supplement',
      { key: 'k1', data: { contact: '张三丰', mobile: '13800138000' } },
    ])
  })

  test('makes no call when a required parameter of the address is missing', async () => {
    open(page, '/registerSupplement')
    expect(await screen.findByText(/链接不完整/)).toBeTruthy()
    expect(calls.get).not.toHaveBeenCalled()
  })
})

describe('refused submission of a form', () => {
  const hidden = { captcha: { 'form.contact': 'nobody' } }
  const signIn: FormPage = {
    ...page,
    path: '/login',
    params: {},
    form: {
      ...form,
      fields: [...form.fields, field('captcha', '图形验证码', { type: 'string' }, { required: true })],
      steps: [{ title: '登录', fields: ['contact', 'mobile', 'captcha'] }],
      conditions: hidden,
      inputs: { ...form.inputs, captcha: { widget: 'text' } },
    },
    submit: call('auth.login', 'POST'),
    refusals: [
      {
        code: ERRORS.ACCOUNT_REFUSED.code,
        label: '修改并重新提交',
        link: { page: 'account/supplement', path: '/registerSupplement', params: { key: '{item.key}' } },
      },
    ],
  }
  const { choice: _choice, load: _load, notice: _notice, ...plain } = signIn
  const fill = async () => {
    await userEvent.type(screen.getByLabelText(/联系人/), '张三')
    await userEvent.type(screen.getByLabelText(/联系电话/), '13800138000')
  }

  test('shows the link of its error code, filled with the data of the refusal', async () => {
    const { code } = ERRORS.ACCOUNT_REFUSED
    calls.post.mockRejectedValue(new ApiError({ code, status: 400, message: '未通过', data: { key: 'k2' } }))
    open(plain, '/login')
    await fill()
    await press('提交')
    const link = await screen.findByRole('link', { name: '修改并重新提交' })
    expect(link.getAttribute('href')).toBe('#/registerSupplement?key=k2')
  })

  test('shows a hidden field only when the refusal requests it', async () => {
    const refused = (captcha: boolean) =>
      new ApiError({ code: 40101, status: 400, message: '账号或密码不正确', data: { captcha } })
    calls.post.mockRejectedValueOnce(refused(false)).mockRejectedValueOnce(refused(true))
    open(plain, '/login')
    await fill()
    await press('提交')
    await screen.findByText('账号或密码不正确')
    expect(screen.queryByLabelText(/图形验证码/)).toBeNull()
    await press('提交')
    await waitFor(() => expect(screen.getByLabelText(/图形验证码/)).toBeTruthy())
    expect(screen.queryByRole('link', { name: '修改并重新提交' })).toBeNull()
  })
})

describe('ROL-02 a blacklisted user', () => {
  const { choice: _choice, load: _load, notice: _notice, ...plain } = page
  const blacken = async () => {
    calls.get.mockResolvedValue({ black: true, reason: '发布虚假信息' })
    await act(loadBlacklisting)
    expect(document.documentElement.hasAttribute('data-black')).toBe(true)
  }

  test('sees the reason instead of a form', async () => {
    await blacken()
    open({ ...plain, form, params: {}, submit: call('demand.add', 'POST') }, '/demandPublish')
    expect(screen.getByText(/不能发布、评论或发送消息。原因：发布虚假信息/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '提交' })).toBeNull()
  })

  test('may still change the own password', async () => {
    await blacken()
    open(
      { ...plain, form, params: {}, submit: { ...call('auth.updatePassword', 'POST'), personal: true } },
      '/changepassword',
    )
    expect(await screen.findByRole('button', { name: '提交' })).toBeTruthy()
  })
})
