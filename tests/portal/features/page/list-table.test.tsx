// Tests which cells of a list table are marked as empty for the cards of a narrow screen.
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ListPageView } from '#portal/features/list/list-page.tsx'
import { type FakeServer, paged, startFakeServer } from '../../support/fake-server.ts'
import { learnManifest } from '../../support/learn-manifest.ts'
import { openAt } from '../../support/portal-host.tsx'
import { column, field, listPage, manifestPage } from '../../support/samples.ts'

const LIST = '/newapi/sample/list'
const PAGE = listPage('/own', '我的发布', LIST, {
  view: 'table',
  columns: [
    column('text', field('title', '名称', 'text')),
    column('words', field('statusReason', '办理意见', 'long-text')),
    column('text', field('nextStep', '下一步', 'text')),
    column('number', field('likeCount', '点赞', 'integer')),
    column('number', field('quantity', '数量', 'integer')),
  ],
})

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
  await learnManifest([manifestPage(PAGE)])
})
beforeEach(() => server.reset())

test('a list table marks empty values and counters at zero, and no figure at zero', async () => {
  server.on(
    LIST,
    paged([
      { id: '1', title: '新发布', statusReason: null, nextStep: null, likeCount: 0, quantity: 0 },
      { id: '2', title: '已读过', statusReason: '请补正', nextStep: '等待审核', likeCount: 3, quantity: 5 },
    ]),
  )
  openAt('/own', <ListPageView page={PAGE} />)
  await screen.findByText('新发布')
  const [, first, second] = screen.getAllByRole('row')
  const bareIn = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .filter((cell) => cell.hasAttribute('data-bare'))
      .map((cell) => cell.dataset.label)
  expect(bareIn(first)).toEqual(['办理意见', '下一步', '点赞'])
  expect(bareIn(second)).toEqual([])
})
