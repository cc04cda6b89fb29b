// Tests a detail page at an incomplete address, and for an item that is not available.
import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DetailPageView } from '#portal/features/detail/detail-page.tsx'
import { type FakeServer, refusal, startFakeServer, success } from '../../support/fake-server.ts'
import { openAt } from '../../support/portal-host.tsx'
import { detailPage, source } from '../../support/samples.ts'

const INFO = '/newapi/letter/info'
const page = detailPage('/letter', '站内信', source(INFO, { id: '{query.id}' }), {
  params: { id: { required: true } },
})

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => {
  server.reset()
  server.on(INFO, success({ id: '7', title: '来信一封' }))
})

test.each(['/letter', '/letter?id='])(
  'a detail page at %s shows that the address is incomplete, and makes no call',
  async (address) => {
    openAt(address, <DetailPageView page={page} />)
    await screen.findByText('网址不完整，缺少内容编号，请从列表中打开')
    expect(server.to(INFO)).toEqual([])
  },
)

test('a detail page at a complete address reads the item once and shows it', async () => {
  openAt('/letter?id=7', <DetailPageView page={page} />)
  await screen.findByRole('heading', { name: '来信一封' })
  expect(server.to(INFO)).toHaveLength(1)
})

test('a detail page shows the message of the server for an item assigned to another user', async () => {
  server.on(INFO, refusal(404, '该任务已被其他救援力量接取', { code: 40403 }))
  openAt('/letter?id=7', <DetailPageView page={page} />)
  await screen.findByText('该任务已被其他救援力量接取')
})
