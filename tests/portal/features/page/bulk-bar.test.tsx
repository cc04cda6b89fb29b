// Tests the label of a bulk action: it depends on the states of the selected rows.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ListPageView } from '#portal/features/list/list-page.tsx'
import { type FakeServer, paged, startFakeServer } from '../../support/fake-server.ts'
import { learnManifest } from '../../support/learn-manifest.ts'
import { openAt } from '../../support/portal-host.tsx'
import { column, field, listPage, manifestPage, source } from '../../support/samples.ts'

const LIST = '/newapi/sample/list'
const PAGE = listPage('/desk', '知识管理', LIST, {
  view: 'table',
  columns: [column('text', field('title', '名称', 'text'))],
  bulkActions: [
    {
      do: 'steps',
      label: '通过并上线',
      labels: { pending: '通过并上线', offline: '重新上线' },
      states: ['pending', 'offline'],
      transition: 'online',
      source: { ...source('/newapi/sample/bulk'), method: 'POST', body: { action: 'online' } },
    },
  ],
})

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
  await learnManifest([manifestPage(PAGE)])
})
beforeEach(() => server.reset())

test.each([
  [['pending'], '通过并上线'],
  [['offline', 'offline'], '重新上线'],
  [['offline', 'online'], '重新上线'],
  [['pending', 'offline'], '通过并上线或重新上线'],
])('the bulk action for rows in the states %j has the label %s', async (states, label) => {
  server.on(LIST, paged(states.map((status, index) => ({ id: `${index}`, title: `第 ${index} 条`, status }))))
  openAt('/desk', <ListPageView page={PAGE} />)
  await userEvent.click(await screen.findByRole('checkbox', { name: '全选本页' }))
  expect(await screen.findByRole('button', { name: label })).toBeTruthy()
})
