// Tests the code inputs: SMS code with countdown, captcha as picture and as audio.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#portal/core/api/api-error.ts'
import { fetchBlob, get, post } from '#portal/core/api/client.ts'
import type { FormScope } from '#portal/core/form-state/form-scope.ts'
import type { Json } from '#shared/model/json.ts'
import { OneField } from './one-field.tsx'
import { field } from './sample-form.ts'

vi.mock('#portal/core/configuration/dictionaries.ts', () => ({ useDictionary: () => [] }))
vi.mock('#portal/core/api/client.ts', async (original) => ({
  ...(await original<object>()),
  fetchBlob: vi.fn(),
  get: vi.fn(),
  post: vi.fn(),
}))

const call = vi.mocked(get)
const open = vi.mocked(post)
const sound = vi.mocked(fetchBlob)
const code = field('code', '验证码', { type: 'string' })

interface HostProps {
  readonly widget: string
  readonly options: Readonly<Record<string, Json>>
  readonly answers?: Readonly<Record<string, unknown>>
  readonly write?: FormScope['write']
}

function Host({ widget, options, answers = {}, write = () => undefined }: HostProps) {
  const place = { form: 'f', read: (name: string) => answers[name], write }
  return <OneField widget={widget} field={code} options={options} place={place} />
}

const sms = { send: { method: 'GET', path: '/sms' }, params: { purpose: 'register' } }
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }))

const uuidOf = (role: string, name: string) =>
  screen.getByRole(role, { name }).getAttribute('src')?.split('uuid=')[1]
const solve = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

beforeEach(() => {
  call.mockReset()
  sound.mockReset().mockResolvedValue(new Blob(['sound']))
  open.mockReset().mockResolvedValue({ ticket: 't1' })
  sessionStorage.clear()
})

describe('sms-code input', () => {
  test('requests a valid mobile number before it sends a code', async () => {
    render(<Host widget="sms-code" options={sms} answers={{ mobile: '138' }} />)
    await press(/获取验证码/)
    expect(screen.getByRole('status').textContent).toBe('请先填写正确的手机号码')
    expect(call).not.toHaveBeenCalled()
  })

  test.each(['138 0013 8000', '+86 13800138000', '（0086）138-0013-8000'])(
    'accepts the mobile number in the notation %s',
    async (mobile) => {
      render(<Host widget="sms-code" options={sms} answers={{ mobile }} />)
      await press(/获取验证码/)
      await solve('图形验证码', 'acef{Enter}')
      expect(open.mock.calls.at(-1)?.[1]).toMatchObject({ mobile: '13800138000' })
    },
  )

  test('sends a code to the normalized number, masks the number in its message and counts down', async () => {
    call.mockResolvedValue(null)
    render(<Host widget="sms-code" options={sms} answers={{ mobile: ' １3800138000' }} />)
    await press(/获取验证码/)
    expect(open).not.toHaveBeenCalled()
    const uuid = uuidOf('img', '图形验证码，看不清可以更换')
    await solve('图形验证码', 'acef{Enter}')
    const captcha = { uuid, captcha: 'acef' }
    expect(open).toHaveBeenCalledWith('/newapi/api/sms/ticket', { mobile: '13800138000', ...captcha })
    expect(call).toHaveBeenCalledWith('/sms', { purpose: 'register', mobile: '13800138000', ticket: 't1' })
    expect(screen.getByRole('status').textContent).toContain('138****8000')
    expect((screen.getByRole('button', { name: '60 秒后可重发' }) as HTMLButtonElement).disabled).toBe(true)
    expect(screen.queryByRole('group')).toBeNull()
  })

  test('replaces the captcha after a wrong answer and offers an audio captcha', async () => {
    open.mockRejectedValueOnce(new ApiError({ code: 40104, status: 400, message: '图形验证码不正确' }))
    render(<Host widget="sms-code" options={sms} answers={{ mobile: '13800138000' }} />)
    await press(/获取验证码/)
    const first = uuidOf('img', '图形验证码，看不清可以更换')
    await solve('图形验证码', 'acef')
    await press(/发送验证码/)
    expect(screen.getByText('图形验证码不正确')).toBeTruthy()
    const second = uuidOf('img', '图形验证码，看不清可以更换')
    expect(second).not.toBe(first)
    await press(/改听语音验证码/)
    const [, uuid] = String(sound.mock.calls.at(-1)?.[0]).split('captcha.wav?uuid=')
    expect(uuid).not.toBe(second)
    await userEvent.type(screen.getByRole('textbox', { name: '语音验证码' }), '1234')
    await press(/发送验证码/)
    expect(open).toHaveBeenLastCalledWith('/newapi/api/sms/ticket', {
      mobile: '13800138000',
      uuid,
      captcha: '1234',
    })
  })

  test('continues the countdown after a reload and enables the button when it ends', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    sessionStorage.setItem('equipnet-sms:/sms:13800138000', String(Date.now() + 3000))
    render(<Host widget="sms-code" options={sms} answers={{ mobile: '13800138000' }} />)
    expect(screen.getByRole('button', { name: '3 秒后可重发' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(3100))
    expect((screen.getByRole('button', { name: '获取验证码' }) as HTMLButtonElement).disabled).toBe(false)
    vi.useRealTimers()
  })

  test('shows the message of a refusal and counts down its waiting time', async () => {
    call.mockRejectedValue(
      new ApiError({ code: 42901, status: 429, message: '请 42 秒后再试', data: { wait: 42 } }),
    )
    render(<Host widget="sms-code" options={sms} answers={{ mobile: '13800138000' }} />)
    await press(/获取验证码/)
    await solve('图形验证码', 'acef{Enter}')
    expect(screen.getByText('请 42 秒后再试')).toBeTruthy()
    expect(screen.getByRole('button', { name: '42 秒后可重发' })).toBeTruthy()
  })
})

test('captcha input: a new picture has a new key, empties the field and takes the focus', async () => {
  const write = vi.fn()
  const options = { picture: { method: 'GET', path: '/captcha.jpg' }, key: 'uuid', other: '/login?way=sms' }
  render(<Host widget="captcha" options={options} write={write} />)
  const input = screen.getByLabelText('验证码') as HTMLInputElement
  const picture = () => screen.getByRole('img').getAttribute('src')
  const first = picture()
  expect(first).toBe(`/captcha.jpg?uuid=${String(write.mock.calls.at(-1)?.[1])}`)
  await userEvent.type(input, 'abcd')
  await press(/换一张/)
  expect(input.value).toBe('')
  expect(document.activeElement).toBe(input)
  expect(picture()).not.toBe(first)
  expect(picture()).toBe(`/captcha.jpg?uuid=${String(write.mock.calls.at(-1)?.[1])}`)
  expect(screen.getByRole('link', { name: '看不清？改用短信验证码' }).getAttribute('href')).toBe(
    '#/login?way=sms',
  )
})
