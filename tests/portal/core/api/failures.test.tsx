// Tests how the portal reacts to failed calls (ERR-01 to ERR-04).
import { act, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastHost } from '#portal/app/app.tsx'
import { type CallOptions, get } from '#portal/core/api/client.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { arriveFromSingleSignOn, currentSession, endSession } from '#portal/core/session/session.ts'
import { takeSignInNote } from '#portal/core/session/sign-in-redirects.ts'
import { beginSession } from '../../support/begin-session.ts'
import { type Answer, type FakeServer, refusal, startFakeServer } from '../../support/fake-server.ts'
import { here } from '../../support/portal-host.tsx'

const PATH = '/newapi/sample'
const NOT_SIGNED_IN = '您未登录，或者登录已经超时，请先登录！'
const user = { id: '5', userName: 'zhang', name: '张三', role: 'ordinary' as const, black: false }

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => {
  server.reset()
  // Messages of the test before are gone after their time.
  vi.useFakeTimers()
  vi.advanceTimersByTime(20_000)
  endSession()
  appHistory.replace('/needDetail?id=1')
  beginSession('abc', { user })
  render(<ToastHost />)
  return () => {
    act(() => vi.advanceTimersByTime(20_000))
    vi.useRealTimers()
  }
})

async function fail(answer: Answer, options: CallOptions = {}, times = 1): Promise<void> {
  server.on(PATH, answer)
  await act(async () => {
    const calls = Array.from({ length: times }, () => get(PATH, {}, options).catch(() => undefined))
    await Promise.all(calls)
  })
}
const messages = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)
const signedOut = () => {
  expect(currentSession()).toEqual({ user: null, id: null, ticket: null })
  expect(document.cookie).not.toContain('abc')
  expect(localStorage.getItem('equipnet-user')).toBeNull()
}
const code = (number: number, msg: string, requestId = 'r-1'): Answer => ({
  status: 200,
  body: { code: number, msg, data: null, requestId },
})

describe('ERR-01 response code 403', () => {
  test('shows the message, clears the session and redirects to /login with the return address', async () => {
    await fail(code(403, '会话已被终止'))
    expect(messages()).toEqual(['会话已被终止'])
    signedOut()
    expect(here()).toBe(`/login?${new URLSearchParams({ from: '/needDetail?id=1' })}`)
    expect(appHistory.arrivedFrom()).toBe('/needDetail')
  })

  test('logs out of single sign-on after a session by ticket, and returns to the page once', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    beginSession('abc', { user, ticket: 'ST-1' })
    await fail(code(403, '会话已被终止'))
    signedOut()
    expect(assign).toHaveBeenCalledTimes(1)
    const address = new URL(String(assign.mock.calls[0]?.[0]), window.location.href)
    expect(address.pathname).toBe('/newapi/api/ssoLogout')
    expect(address.search, 'the portal is known by its very address').toBe('')
    expect(takeSignInNote(), 'for the sign-in page, where the way ends').toBe('会话已被终止')
    appHistory.replace('/')
    arriveFromSingleSignOn()
    expect(here()).toBe(`/login?${new URLSearchParams({ from: '/needDetail?id=1' })}`)
    appHistory.replace('/')
    arriveFromSingleSignOn()
    expect(here(), 'once').toBe('/')
    assign.mockRestore()
  })

  test('opens an address that was chosen meanwhile instead of the return address', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    beginSession('abc', { user, ticket: 'ST-1' })
    await fail(refusal(401, 'whatever'))
    appHistory.replace('/home-page')
    arriveFromSingleSignOn()
    expect(here()).toBe('/home-page')
    assign.mockRestore()
  })

  test('sends the return address with the logout when the browser has no storage', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const setItem = () => {
      throw new Error('full')
    }
    vi.stubGlobal('sessionStorage', { setItem })
    beginSession('abc', { user, ticket: 'ST-1' })
    await fail(refusal(401, 'whatever'))
    const address = new URL(String(assign.mock.calls[0]?.[0]), window.location.href)
    const query = new URLSearchParams({ expired: '1', from: '/needDetail?id=1' })
    expect(address.searchParams.get('service')).toBe(`${window.location.origin}/#/login?${query}`)
    vi.unstubAllGlobals()
    assign.mockRestore()
  })
})

describe('ERR-02 response code 500', () => {
  test('shows one message with the request id when several calls fail alike', async () => {
    await fail(code(500, '服务异常一', 'r-77'), {}, 5)
    expect(messages()).toEqual(['服务异常一（请求编号 r-77）'])
    await fail(code(500, '服务异常一', 'r-78'))
    expect(messages()).toEqual(['服务异常一（请求编号 r-77）'])
    expect(currentSession().id).toBe('abc')
    expect(here()).toBe('/needDetail?id=1')
  })

  test('shows a different message in addition', async () => {
    await fail(code(500, '服务异常二'))
    await fail(code(500, '服务异常三'))
    expect(messages()).toHaveLength(2)
  })
})

describe('ERR-03 HTTP status 401', () => {
  test('shows the sign-in message, clears the session and redirects to /login with expired=1', async () => {
    await fail(refusal(401, 'whatever'))
    expect(messages()).toEqual([NOT_SIGNED_IN])
    signedOut()
    expect(here()).toBe(`/login?${new URLSearchParams({ expired: '1', from: '/needDetail?id=1' })}`)
  })

  test('shows one message and redirects once when five calls fail together', async () => {
    const { length } = window.history
    await fail(refusal(401, 'whatever'), {}, 5)
    expect(messages()).toEqual([NOT_SIGNED_IN])
    expect(window.history.length).toBe(length + 1)
    expect(new URLSearchParams(here().split('?')[1]).get('from')).toBe('/needDetail?id=1')
  })
})

describe('ERR-04 any other nonzero code', () => {
  test('shows no message by default', async () => {
    await fail(refusal(422, '标题太短'))
    await fail(code(7, '库存不足'))
    expect(messages()).toEqual([])
    expect(currentSession().id).toBe('abc')
  })

  test('shows the message when the call sets showError', async () => {
    await fail(refusal(422, '标题太短'), { showError: true })
    expect(messages()).toEqual(['标题太短'])
  })
})

test.each([refusal(401, 'x'), refusal(500, 'x'), code(403, 'x'), refusal(422, 'x')])(
  'a quiet call shows no message and does not redirect after %j',
  async (answer) => {
    await fail(answer, { quiet: true, showError: true })
    expect(messages()).toEqual([])
    expect(currentSession().id).toBe('abc')
    expect(here()).toBe('/needDetail?id=1')
  },
)
