// Tests the effects of a page change: focus, messages, scroll position.
import { act, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RouteEffects } from '#portal/app/route-effects.tsx'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { toast } from '#portal/core/state/toast.ts'
import { here, openAt } from '../../support/portal-host.tsx'

function Page({ late }: { readonly late: boolean }) {
  const { pathname, search } = useLocation()
  return (
    <main key={pathname}>
      <button type="button">按钮</button>
      {late ? null : <h1>{pathname + search}</h1>}
    </main>
  )
}

function draw(late = false) {
  const part = (isLate: boolean) => (
    <>
      <RouteEffects />
      <Page late={isLate} />
    </>
  )
  const { rerender } = openAt('/first', part(late))
  return { arrived: () => rerender(part(false)) }
}

const go = (address: string) => act(() => appHistory.push(address))
const focused = () => document.activeElement?.textContent

describe('focus on a page change', () => {
  test('stays unchanged on the first page, and moves to the heading of every further page', () => {
    draw()
    expect(document.activeElement).toBe(document.body)
    go('/second')
    expect(focused()).toBe('/second')
  })

  test('stays when filters or page numbers change, and moves to the heading of another item', () => {
    draw()
    go('/list')
    const button = document.querySelector('button') as HTMLElement
    button.focus()
    go('/list?page=2')
    expect(focused()).toBe('按钮')
    go('/list?id=7')
    expect(focused()).toBe('/list?id=7')
  })

  test('waits for a heading that is rendered late', async () => {
    const { arrived } = draw(true)
    go('/second')
    expect(document.activeElement?.tagName).not.toBe('H1')
    arrived()
    await waitFor(() => expect(focused()).toBe('/second'))
  })

  test('stays where a visitor moves it before the heading is rendered', async () => {
    const { arrived } = draw(true)
    go('/second')
    ;(document.querySelector('button') as HTMLElement).focus()
    arrived()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(focused()).toBe('按钮')
  })
})

describe('messages on a page change', () => {
  test('disappear with the previous page, and stay when shown on leaving or over a filter change', () => {
    draw()
    const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    act(() => toast.success('已保存草稿'))
    now.mockReturnValue(12_000)
    go('/first?page=2')
    expect(screen.getByText('已保存草稿')).toBeTruthy()
    act(() => toast.success('已退出登录'))
    go('/second')
    expect(screen.queryByText('已保存草稿')).toBeNull()
    expect(screen.getByText('已退出登录')).toBeTruthy()
    now.mockRestore()
  })
})

describe('scroll position', () => {
  let top = 0
  beforeEach(() => {
    top = 0
    vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top)
    vi.spyOn(window, 'scrollTo').mockImplementation(((_x: number, y: number) => {
      top = y
    }) as typeof window.scrollTo)
  })
  afterEach(() => void vi.restoreAllMocks())

  const scroll = (to: number) => {
    top = to
    window.dispatchEvent(new Event('scroll'))
  }

  test('starts at the top of a new page, and is restored on back and forward', async () => {
    draw()
    scroll(700)
    go('/second')
    expect(top).toBe(0)
    scroll(300)
    act(() => window.history.back())
    await waitFor(() => expect(here()).toBe('/first'))
    await waitFor(() => expect(top).toBe(700))
    act(() => window.history.forward())
    await waitFor(() => expect(here()).toBe('/second'))
    await waitFor(() => expect(top).toBe(300))
  })

  test('stays when filters or page numbers change', () => {
    draw()
    go('/list')
    scroll(500)
    go('/list?keyWord=x')
    expect(top).toBe(500)
  })

  test('is saved for a reload when the page is left', () => {
    draw()
    scroll(420)
    window.dispatchEvent(new Event('pagehide'))
    const saved = JSON.parse(sessionStorage.getItem('equipnet-scroll') ?? '[]') as [string, number][]
    expect(new Map(saved).get(appHistory.position().location.key)).toBe(420)
    expect(window.history.scrollRestoration).toBe('manual')
  })
})
