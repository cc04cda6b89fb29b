// Tests a list whose call fails: no previous results, refused filter values.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { ListPageView } from '#portal/features/list/list-page.tsx'
import { type FakeServer, paged, refusal, startFakeServer } from '../../support/fake-server.ts'
import { learnManifest } from '../../support/learn-manifest.ts'
import { openAt } from '../../support/portal-host.tsx'
import { field, filter, listPage } from '../../support/samples.ts'

const LIST = '/newapi/sample/list'
const page = listPage('/demands', '需求对接', LIST)

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
  await learnManifest()
})
beforeEach(() => {
  server.reset()
  server.on(LIST, paged([{ id: '1', title: '排水泵' }], 90))
})

const found = () => [screen.queryByText(/条结果/), screen.queryByRole('navigation', { name: '分页' })]

test('a refused list shows neither the count nor the pager nor the previous items', async () => {
  openAt('/demands', <ListPageView page={page} />)
  await screen.findByText('排水泵')
  expect(found().every(Boolean)).toBe(true)
  server.on(LIST, refusal(400, '参数有误', { errors: [{ path: '/keyWord', message: '关键词过长' }] }))
  act(() => appHistory.replace('/demands?keyWord=x'))
  await screen.findByText('地址中的筛选条件有误：关键词过长')
  expect(found()).toEqual([null, null])
  expect(screen.queryByText('排水泵')).toBeNull()
  server.on(LIST, paged([{ id: '1', title: '排水泵' }], 90))
  await userEvent.click(screen.getByRole('button', { name: '清空筛选条件' }))
  await screen.findByText('排水泵')
  expect(found().every(Boolean)).toBe(true)
})

const result = filter('dict', field('result', '结果', 'dict', { dict: 'results' }))
const filtered = listPage('/entries', '日志', LIST, { filters: [...page.filters, result] })

test('a list ignores a filter value that the server refuses, and shows a notice', async () => {
  server.on(LIST, ({ params }) =>
    params.result === undefined
      ? paged([{ id: '1', title: '排水泵' }], 90)
      : refusal(400, '参数有误', { errors: [{ path: '/result', message: '结果只能是成功、被拒' }] }),
  )
  openAt('/entries?result=denied', <ListPageView page={filtered} />)
  await screen.findByText('排水泵')
  screen.getByText('地址中的筛选条件“结果：denied”无效，已忽略。')
  expect(screen.queryByRole('button', { name: /取消筛选/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '清除这些条件' }))
  await screen.findByText('排水泵')
  expect(screen.queryByText(/已忽略/)).toBeNull()
  expect(window.location.hash).toBe('#/entries')
})

test('a list reports a refused text as the error when a filter value is refused too', async () => {
  const tooLong = { path: '/keyWord', message: '关键词过长' }
  server.on(LIST, ({ params }) =>
    refusal(400, '参数有误', {
      errors: params.result ? [{ path: '/result', message: '结果有误' }, tooLong] : [tooLong],
    }),
  )
  openAt('/entries?result=denied&keyWord=x', <ListPageView page={filtered} />)
  await screen.findByText('地址中的筛选条件有误：关键词过长')
  screen.getByText(/“结果：denied”无效/)
})
