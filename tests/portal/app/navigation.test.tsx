// Tests the navigation rules NAV-01 to NAV-12 in the whole portal, on a small configuration.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { App } from '#portal/app/app.tsx'
import { loadAtStart } from '#portal/app/start.ts'
import { reloadManifest } from '#portal/core/configuration/manifest.ts'
import { loadMenu } from '#portal/core/configuration/menu.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { PROGRESS_SPEED } from '#portal/core/routing/progress.ts'
import { endSession } from '#portal/core/session/session.ts'
import type { Role } from '#shared/access/roles.ts'
import type { Page } from '#shared/model/page-model.ts'
import { beginSession } from '../support/begin-session.ts'
import { type FakeServer, held, refusal, startFakeServer, success } from '../support/fake-server.ts'
import { here } from '../support/portal-host.tsx'
import { MENU, PAGES, serve } from './sample-portal.ts'

let server: FakeServer

beforeAll(async () => {
  server = await startFakeServer()
  serve(server)
  await loadAtStart()
})
beforeEach(async () => {
  serve(server)
  endSession()
  await loadMenu()
  server.reset()
  serve(server)
})

const user = (role: Role) => ({ id: '5', userName: 'zhang', name: '张三', role, black: false })
const as = (role: Role) => act(() => beginSession(`token-${role}`, { user: user(role) }))

function open(address: string) {
  act(() => appHistory.replace(address))
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <App />
    </SWRConfig>,
  )
}

const go = (address: string) => act(() => appHistory.push(address))
const arrive = (address: string) => waitFor(() => expect(here()).toBe(address))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const crumbs = async () => {
  const nav = await screen.findByRole('navigation', { name: '当前位置' })
  return within(nav)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
}

describe('NAV-01 hash-based routing', () => {
  test('changes only the hash of the address when a link is clicked', async () => {
    open('/home-page')
    const before = window.location.href.split('#')[0]
    const link = (await screen.findAllByRole('link', { name: '申报服务' }))[0] as HTMLElement
    expect(link.getAttribute('href')).toBe('#/declaration-page')
    await userEvent.click(link)
    await heading('申报服务')
    expect(window.location.hash).toBe('#/declaration-page')
    expect(window.location.href.split('#')[0]).toBe(before)
  })

  test('moves between pages with back and forward', async () => {
    open('/home-page')
    go('/consult-page')
    await heading('装备资讯')
    act(() => window.history.back())
    await heading('首页')
    act(() => window.history.forward())
    await heading('装备资讯')
  })
})

describe('NAV-02 heading and document title', () => {
  test.each(PAGES.filter(({ access, onlyFrom }) => access.includes('anyone') && !onlyFrom))(
    'of $path show $title, or the title of the item on a detail page',
    async ({ path, title, kind }) => {
      open(path.replace('/:penultNmameArry?', '') + (kind === 'detail' ? '?id=1' : ''))
      expect(title).toMatch(/^[\u4e00-\u9fff]/)
      const shown = kind === 'detail' ? '城市内涝排水' : title
      await heading(shown)
      await waitFor(() => expect(document.title).toBe(`${shown} - 应急装备信息网`))
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    },
  )
})

test('NAV-02 a detail page has the title 正在加载… until its item is loaded', async () => {
  const waiting = held()
  server.on('/newapi/news/info/1', waiting.answering)
  open('/threePage?id=1')
  await waitFor(async () => expect(await crumbs()).toEqual(['首页', '资讯列表', '正在加载…']))
  expect(document.title).toBe('正在加载… - 应急装备信息网')
  act(() => waiting.give(success({ id: '1', title: '城市内涝排水' })))
  await waitFor(() => expect(document.title).toBe('城市内涝排水 - 应急装备信息网'))
  expect(await crumbs()).toEqual(['首页', '资讯列表', '城市内涝排水'])
})

test('NAV-02 a detail page without its item has the title of the page', async () => {
  server.on('/newapi/news/info/1', refusal(404, '内容不存在'))
  open('/threePage?id=1')
  await waitFor(() => expect(document.title).toBe('资讯详情 - 应急装备信息网'))
})

test('NAV-03 the breadcrumb starts from 首页, ends at the current page and links its parents', async () => {
  open('/threePage?id=1')
  await heading('城市内涝排水')
  await waitFor(async () => expect(await crumbs()).toEqual(['首页', '资讯列表', '城市内涝排水']))
  const nav = within(screen.getByRole('navigation', { name: '当前位置' }))
  expect(nav.getByRole('link', { name: '首页' }).getAttribute('href')).toBe('#/home-page')
  expect(nav.getByText('城市内涝排水').getAttribute('aria-current')).toBe('page')
  await userEvent.click(nav.getByRole('link', { name: '资讯列表' }))
  await heading('资讯列表')
  expect(await crumbs()).toEqual(['首页', '装备资讯', '资讯列表'])
})

describe('NAV-04 unknown paths', () => {
  test.each(['/nothing', '/consult-page/more', '/threePage/x', '/__proto__', '/constructor', '/%E0%A4%A'])(
    'redirect to /404: %s',
    async (address) => {
      open(address)
      await arrive('/404')
      await screen.findByText('没有这一页')
    },
  )

  test('open a page that was published after the tab was loaded', async () => {
    open('/home-page')
    await heading('首页')
    const page = { ...PAGES[0], id: 'fresh', path: '/fresh', title: '新发布的页面' } as Page
    serve(server, [...PAGES, page])
    go('/fresh')
    await heading('新发布的页面')
    expect(here()).toBe('/fresh')
  })

  test('are none where a page was changed so often that its former body is gone', async () => {
    open('/home-page')
    await heading('首页')
    const page = { ...PAGES[0], id: 'often', path: '/often', title: '常改的页面' } as Page
    serve(server, [...PAGES, page], 2)
    await act(reloadManifest)
    serve(server, [...PAGES, { ...page, title: '又改的页面' }], 3)
    go('/often')
    await heading('又改的页面')
  })

  test('include a menu address whose redirects form a cycle', async () => {
    open('/round')
    await arrive('/404')
  })
})

describe('NAV-05 the menu tree of the server', () => {
  test('is rendered as a navigation of two levels without hidden nodes', async () => {
    open('/home-page')
    const nav = within(await screen.findByRole('navigation', { name: '主导航' }))
    await nav.findByRole('link', { name: '资讯列表' })
    expect(nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['首页', '#/home-page'],
      ['装备资讯', '#/consult-page'],
      ['资讯列表', '#/consultSecondPage'],
      ['申报服务', '#/declaration-page'],
    ])
    expect(nav.getByRole('link', { name: '首页' }).getAttribute('aria-current')).toBe('page')
  })

  test.each([
    ['/oldNews', '/consultSecondPage'],
    ['/oldStart', '/consultSecondPage'],
  ])('redirects %s to %s without an entry in the history', async (address, target) => {
    open('/home-page')
    await heading('首页')
    go(address)
    await arrive(target)
    act(() => window.history.back())
    await arrive('/home-page')
  })

  test('opens the panel of a node by keyboard and closes the panel on Escape', async () => {
    open('/home-page')
    const button = await screen.findByRole('button', { name: '装备资讯的下级栏目' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await userEvent.keyboard('{Escape}')
    expect(button.getAttribute('aria-expanded')).toBe('false')
  })
})

describe('NAV-06 /wirelessRadio, entered from /declaration-page only', () => {
  test('redirects to /declaration-page when the address is typed', async () => {
    open('/wirelessRadio')
    await arrive('/declaration-page')
  })

  test('redirects to /declaration-page from any other page', async () => {
    open('/consult-page')
    go('/wirelessRadio')
    await arrive('/declaration-page')
  })

  test('opens from /declaration-page and opens again on back', async () => {
    open('/declaration-page')
    await userEvent.click(await screen.findByRole('link', { name: /无线电申报/ }))
    await heading('无线电申报')
    go('/home-page')
    await heading('首页')
    act(() => window.history.back())
    await heading('无线电申报')
    expect(here()).toBe('/wirelessRadio')
  })
})

test('NAV-07 / redirects to /home-page', async () => {
  open('/')
  await arrive('/home-page')
  await heading('首页')
})

describe('NAV-08 breadcrumb trail in the address of /consultSecondPage', () => {
  test.each([
    ['', []],
    ['/政策法规', ['政策法规']],
    ['/政策,法规', ['政策', '法规']],
    [`/${encodeURIComponent('["防汛","通知"]')}`, ['防汛', '通知']],
    [`/${encodeURIComponent('["防汛",1,null,{"a":1},"防汛"]')}`, ['防汛']],
    [`/${encodeURIComponent('[broken')}`, []],
    [`/${encodeURIComponent('<img src=x onerror=alert(1)>')}`, ['<img src=x onerror=a']],
    ['/首页,资讯列表', []],
    ['/%E0%A4%A', ['%E0%A4%A']],
    ['/一,二,三,四,五,六', ['一', '二', '三', '四']],
  ])('/consultSecondPage%s shows %j before 资讯列表', async (trail, shown) => {
    open(`/consultSecondPage${trail}`)
    await heading('资讯列表')
    await screen.findByText('城市内涝排水')
    await waitFor(async () => expect(await crumbs()).toEqual(['首页', '装备资讯', ...shown, '资讯列表']))
    expect(document.querySelector('nav img')).toBeNull()
  })
})

describe('NAV-09 /login and page access', () => {
  test.each([
    ['/login', '/home-page'],
    [`/login?from=${encodeURIComponent('/threePage?id=1')}`, '/threePage?id=1'],
    ['/login?from=//evil.example', '/home-page'],
    ['/login?from=https://evil.example', '/home-page'],
    ['/login?from=/\\evil.example', '/home-page'],
    ['/login?from=/login', '/home-page'],
    ['/login?from=%2Flogin%3Ffrom%3D%2Flogin', '/home-page'],
  ])('%s redirects a signed-in user to %s', async (address, target) => {
    as('ordinary')
    open(address)
    await arrive(target)
  })

  test('a visitor is redirected to /login, and after sign-in to the requested page', async () => {
    open('/demandPublish?draft=1')
    await arrive(`/login?${new URLSearchParams({ from: '/demandPublish?draft=1' })}`)
    await heading('登录')
    as('ordinary')
    await arrive('/demandPublish?draft=1')
    await screen.findByText('请填写')
  })

  test('a page that the role may not open redirects to /401', async () => {
    as('ordinary')
    open('/auditPage')
    await arrive('/401')
  })

  test('a page that the role may open is rendered', async () => {
    as('operator')
    open('/auditPage')
    await screen.findByText('待审核')
  })
})

describe('NAV-10 menu loading', () => {
  const asked = () => server.to('/newapi/menu/tree').length

  test('sends one request for each session, none for a change of page', async () => {
    open('/home-page')
    for (const path of ['/consult-page', '/threePage?id=1', '/nothing', '/oldNews', '/home-page']) {
      go(path)
      await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1))
    }
    await heading('首页')
    expect(asked()).toBe(0)
    as('ordinary')
    await waitFor(() => expect(asked()).toBe(1))
    act(() => endSession())
    await waitFor(() => expect(asked()).toBe(2))
  })

  test.each([
    ['empty', () => success([])],
    ['refused', () => refusal(500, '服务异常')],
    ['no list', () => success(null)],
  ])('redirects every page except bare ones to /401 when the response is %s', async (_, answer) => {
    server.on('/newapi/menu/tree', success([]))
    await act(() => loadMenu())
    server.on('/newapi/menu/tree', answer())
    await act(() => loadMenu())
    for (const address of ['/consult-page', '/home-page', '/', '/unheard-of']) {
      const { unmount } = open(address)
      const kept = address === '/' ? '/home-page' : address
      await arrive(`/401?${new URLSearchParams({ from: kept })}`)
      await screen.findByText('不能查看')
      unmount()
    }
    open('/login')
    await screen.findByText('请登录')
    expect(here()).toBe('/login')
  })

  test('leaves the present menu in use when a reload fails', async () => {
    open('/home-page')
    await heading('首页')
    server.on('/newapi/menu/tree', refusal(500, '服务异常'))
    await act(() => loadMenu())
    expect(here()).toBe('/home-page')
    expect(screen.getAllByRole('link', { name: '申报服务' }).length).toBeGreaterThan(0)
  })

  test('ignores an older response that arrives after a newer one', async () => {
    const slow = held()
    server.on('/newapi/menu/tree', slow.answering)
    const first = loadMenu()
    server.on('/newapi/menu/tree', success(MENU))
    await act(() => loadMenu())
    slow.give(success([]))
    await act(() => first)
    open('/home-page')
    await heading('首页')
    expect(here()).toBe('/home-page')
  })
})

test('NAV-11 the progress bar runs while a page changes, and takes 500 ms', async () => {
  expect(PROGRESS_SPEED).toBe(500)
  open('/home-page')
  await heading('首页')
  const bar = () => document.querySelector('.eq-progress')?.getAttribute('data-progress')
  await waitFor(() => expect(bar()).toBeUndefined(), { timeout: 3000 })
  const start = performance.now()
  go('/consult-page')
  expect(bar()).toBe('running')
  await waitFor(() => expect(bar()).toBe('ending'), { timeout: 3000 })
  expect(performance.now() - start).toBeGreaterThanOrEqual(490)
  await waitFor(() => expect(bar()).toBeUndefined(), { timeout: 3000 })
  expect(performance.now() - start).toBeGreaterThanOrEqual(990)
  go('/consult-page?page=2')
  expect(bar()).toBeUndefined()
})

test('NAV-12 blacklist status, dictionaries and menu are requested once each at start', async () => {
  vi.resetModules()
  const { startFakeServer: startAgain } = await import('../support/fake-server.ts')
  const fresh = await startAgain()
  serve(fresh)
  const { loadAtStart: startPortal, loadAfterStart } = await import('#portal/app/start.ts')
  await startPortal()
  loadAfterStart()
  await waitFor(() => expect(fresh.to('/newapi/isBlack/getInfo')).toHaveLength(1))
  for (const path of [
    '/newapi/isBlack/getInfo',
    '/newapi/api/dict/all',
    '/newapi/menu/tree',
    '/config/manifest.json',
  ])
    expect(fresh.to(path), path).toHaveLength(1)
})
