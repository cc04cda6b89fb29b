// Tests an empty list: configured text and link, access of the link, active filters.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { endSession } from '#portal/core/session/session.ts'
import { ListPageView } from '#portal/features/list/list-page.tsx'
import type { ListPage } from '#shared/model/pages/list.ts'
import { beginSession } from '../../support/begin-session.ts'
import { type FakeServer, paged, startFakeServer } from '../../support/fake-server.ts'
import { learnManifest } from '../../support/learn-manifest.ts'
import { here, openAt } from '../../support/portal-host.tsx'
import { link, listPage, manifestPage } from '../../support/samples.ts'

const LIST = '/newapi/sample/list'
const PLAIN = listPage('/demands', '需求对接', LIST)
const WORDS = { text: '现在没有征集中的需求。', label: '发布需求', link: link('/publish') }
const TOLD: ListPage = { ...PLAIN, empty: WORDS }

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
  const publish: ListPage = {
    ...PLAIN,
    id: 'publish',
    path: '/publish',
    title: '发布需求',
    access: ['supplier'],
  }
  await learnManifest([manifestPage(publish)])
})
beforeEach(() => {
  server.reset()
  endSession()
  server.on(LIST, paged([]))
})
const user = (role: string) => ({
  id: '7',
  userName: 'zhangsan',
  name: '张三',
  role,
  type: role,
  black: false,
})

test('an empty list shows its configured text and link', async () => {
  openAt('/demands', <ListPageView page={TOLD} />)
  await screen.findByText('现在没有征集中的需求。')
  expect(screen.getByRole('link', { name: '发布需求' }).getAttribute('href')).toContain('/publish')
})

test.each([
  ['supplier', 1],
  ['ordinary', 0],
])('an empty list shows role %s the link %i times, by the access of the linked page', async (role, times) => {
  beginSession('a', { user: user(role) })
  openAt('/demands', <ListPageView page={TOLD} />)
  await screen.findByText('现在没有征集中的需求。')
  expect(screen.queryAllByRole('link', { name: '发布需求' })).toHaveLength(times)
})

test('an empty list with active filters offers to clear them instead of the link', async () => {
  openAt('/demands?keyWord=x', <ListPageView page={TOLD} />)
  await screen.findByText('没有符合条件的内容，可以减少筛选条件再试')
  expect(screen.queryByRole('link', { name: '发布需求' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '清空筛选条件' }))
  await screen.findByText('现在没有征集中的需求。')
  expect(here()).toBe('/demands')
})

test('an empty list without a configured text shows 暂无内容', async () => {
  openAt('/demands', <ListPageView page={PLAIN} />)
  await screen.findByText('暂无内容')
})
