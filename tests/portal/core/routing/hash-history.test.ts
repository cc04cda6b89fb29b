// Tests the hash history: entries, their keys and origin, and the navigation blocker.
import { NavigationType } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { appHistory, createHashHistory } from '#portal/core/routing/hash-history.ts'

const at = () => {
  const { location } = appHistory.position()
  return location.pathname + location.search
}
const arrive = (address: string) => vi.waitFor(() => expect(at()).toBe(address))

beforeEach(() => appHistory.replace('/start'))

describe('NAV-01 history entries', () => {
  test('are added by push with their state, and changed by replace', async () => {
    appHistory.push('/one?a=1', { note: 1 })
    expect([at(), window.location.hash, appHistory.position().location.state]).toEqual([
      '/one?a=1',
      '#/one?a=1',
      { note: 1 },
    ])
    expect(appHistory.position().action).toBe(NavigationType.Push)
    const length = window.history.length
    appHistory.replace('/two')
    expect([at(), window.history.length, appHistory.position().action]).toEqual([
      '/two',
      length,
      NavigationType.Replace,
    ])
    appHistory.go(-1)
    await arrive('/start')
    expect(appHistory.position().action).toBe(NavigationType.Pop)
  })

  test('have a unique key that they keep through back and forward', async () => {
    const first = appHistory.position().location.key
    appHistory.push('/one')
    const second = appHistory.position().location.key
    expect(second).not.toBe(first)
    appHistory.go(-1)
    await arrive('/start')
    expect(appHistory.position().location.key).toBe(first)
    appHistory.go(1)
    await arrive('/one')
    expect(appHistory.position().location.key).toBe(second)
  })

  test('are reported to listeners until these unsubscribe', () => {
    const listener = vi.fn()
    const leave = appHistory.subscribe(listener)
    appHistory.push('/one')
    appHistory.replace('/two')
    expect(listener).toHaveBeenCalledTimes(2)
    leave()
    appHistory.push('/three')
    expect(listener).toHaveBeenCalledTimes(2)
  })

  test('are added after the current one for an address typed by hand', async () => {
    appHistory.push('/one')
    window.history.pushState(null, '', '#/typed?b=2')
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect(at()).toBe('/typed?b=2')
    expect(appHistory.position().action).toBe(NavigationType.Push)
    expect(appHistory.arrivedFrom()).toBe('/one')
    appHistory.go(-1)
    await arrive('/one')
  })

  test.each([
    ['', '/'],
    ['#needDetail?id=1', '/needDetail?id=1'],
    ['#/a%20b?c=%E9%98%B2', '/a%20b?c=%E9%98%B2'],
  ])('read the address “%s” as %s', (hash, address) => {
    window.history.pushState(null, '', hash || window.location.pathname)
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect(at()).toBe(address)
  })
})

describe('NAV-06 origin of a history entry', () => {
  test('survives going back, replacing and reloading', async () => {
    appHistory.push('/declaration-page')
    expect(appHistory.arrivedFrom()).toBe('/start')
    appHistory.push('/wirelessRadio')
    expect(appHistory.arrivedFrom()).toBe('/declaration-page')
    appHistory.replace('/wirelessRadio?step=2')
    expect(appHistory.arrivedFrom()).toBe('/declaration-page')
    appHistory.push('/home-page')
    appHistory.go(-1)
    await arrive('/wirelessRadio?step=2')
    expect(appHistory.arrivedFrom()).toBe('/declaration-page')
    const reloaded = createHashHistory()
    expect(reloaded.arrivedFrom()).toBe('/declaration-page')
    expect(reloaded.position().location.pathname).toBe('/wirelessRadio')
    expect(reloaded.canGoBack()).toBe(true)
  })
})

describe('navigation blocker', () => {
  test.each([
    ['push', () => appHistory.push('/away?x=1')],
    ['replace', () => appHistory.replace('/away?x=1')],
  ])('stops a %s, and completes it on request', (_, move) => {
    const blocker = vi.fn((_path: string, _proceed: () => void) => true)
    const unblock = appHistory.block(blocker)
    move()
    expect(at()).toBe('/start')
    expect(window.location.hash).toBe('#/start')
    expect(blocker.mock.calls[0]?.[0]).toBe('/away')
    unblock()
    blocker.mock.calls[0]?.[1]()
    expect(at()).toBe('/away?x=1')
  })

  test('stops the back button, keeps the address, and completes the move on request', async () => {
    appHistory.push('/form')
    let proceed: () => void = () => undefined
    const blocker = vi.fn((_path: string, next: () => void) => {
      proceed = next
      return true
    })
    const unblock = appHistory.block(blocker)
    window.history.back()
    await vi.waitFor(() => expect(blocker).toHaveBeenCalledTimes(1))
    await vi.waitFor(() => expect(window.location.hash).toBe('#/form'))
    expect(blocker.mock.calls[0]?.[0]).toBe('/start')
    expect(at()).toBe('/form')
    window.history.back()
    await vi.waitFor(() => expect(blocker).toHaveBeenCalledTimes(2))
    await vi.waitFor(() => expect(window.location.hash).toBe('#/form'))
    unblock()
    proceed()
    await arrive('/start')
  })

  test('lets a move happen at once when it allows the move', () => {
    const unblock = appHistory.block(() => false)
    appHistory.push('/away')
    expect(at()).toBe('/away')
    unblock()
  })

  test('replaces an older blocker, which cannot remove the newer one', () => {
    const unblockFirst = appHistory.block(() => false)
    const unblockSecond = appHistory.block(() => true)
    unblockFirst()
    appHistory.push('/away')
    expect(at()).toBe('/start')
    unblockSecond()
    appHistory.push('/away')
    expect(at()).toBe('/away')
  })
})
