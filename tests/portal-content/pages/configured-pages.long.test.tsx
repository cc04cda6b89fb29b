// Tests that each configured page is rendered with its title, even when the server returns no data.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { buildManifest } from '#config/pipeline/page-manifest.ts'
import { App } from '#portal/app/app.tsx'
import { loadAtStart } from '#portal/app/start.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { endSession } from '#portal/core/session/session.ts'
import { isInAudience } from '#shared/access/roles.ts'
import { representatives } from '../../browser/support/page-shape.ts'
import { beginSession } from '../../portal/support/begin-session.ts'
import { startFakeServer, success } from '../../portal/support/fake-server.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { model } from '../../support/portal-model.ts'
import { askerAs, ROLES, USER_TYPES } from '../../support/roles.ts'

const server = await startFakeServer()
const manifest = buildManifest(model)
server.json('/config/manifest.json', manifest)
for (const [index, { url }] of manifest.pages.entries()) server.json(url, model.pages[index])
server.on('/newapi/menu/tree', success(model.menu))
server.on('/newapi/api/dict/all', success({}))
await loadAtStart()

afterEach(() => {
  endSession()
  vi.restoreAllMocks()
})

const reachable = model.pages.filter(({ onlyFrom }) => !onlyFrom)
/** Those that together show what any page shows; the browser opens the others too, and the long run draws all. */
const drawn = IS_LONG ? reachable : [...representatives(reachable)]

test.each(drawn)('NAV-02, NAV-03: the page $path shows the title $title and its breadcrumb', async (page) => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const role = ROLES.find((candidate) => isInAudience(askerAs(candidate, '1'), page.access))
  if (role && !page.access.includes('anyone'))
    beginSession('t', { user: { id: '1', userName: 'a', name: '甲', role, black: false } })
  act(() => appHistory.replace(`${page.path.replace(/\/:\w+\?/g, '')}?id=1`))
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <App />
    </SWRConfig>,
  )
  const title = page.kind === 'zone' && page.hero ? page.hero.title : page.title
  await screen.findByRole('heading', { level: 1, name: title }, { timeout: 8000 })
  await waitFor(() => expect(document.title).toBe(`${page.title} - 应急装备信息网`))
  expect(page.title).toMatch(/[\u4e00-\u9fff]/)
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.queryByText(/暂时无法显示|没有名为|页面显示出错/)).toBeNull()
  expect(
    complaints.mock.calls.filter(([text]) => !String(text).includes('unrecognized in this browser')),
  ).toEqual([])
  if (page.shell === 'bare' || page.path === '/home-page') return
  // The console's frame is a chunk of its own, which is drawn around the page when it is there.
  const place = await screen.findByRole('navigation', { name: '当前位置' })
  const steps = within(place).getAllByRole('listitem')
  expect(steps[0]?.textContent).toBe('首页')
  expect(steps.at(-1)?.textContent).toBe(page.title)
})

test.each([
  ['a visitor', null, '请先登录', '前往登录'],
  ['an auditor', 'auditor', '您的账号没有权限', '个人中心'],
] as const)(
  'NAV-05: %s sees on /401 why access is refused and a link to continue',
  async (_, role, heading, way) => {
    if (role) beginSession('t', { user: { id: '1', userName: 'a', name: '甲', role, black: false } })
    act(() => appHistory.replace('/401'))
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <App />
      </SWRConfig>,
    )
    await screen.findByRole('heading', { level: 2, name: heading })
    expect(screen.getByRole('link', { name: way })).toBeTruthy()
    if (role) expect(screen.queryByRole('link', { name: '前往登录' })).toBeNull()
  },
)

test('the role filter of the applications list offers exactly the roles that register', () => {
  const page = model.pages.find(({ id }) => id === 'operator/application/list')
  const role = page?.kind === 'list' ? page.filters.find(({ name }) => name === 'role') : undefined
  expect(role?.options).toEqual({ only: USER_TYPES })
})
