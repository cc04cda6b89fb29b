// Holds a page of one item at an address that names none: it says so, and asks the server for nothing.
import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DetailPageView } from '../../../src/portal/pages/detail-page.tsx'
import { type FakeServer, startFakeServer, success } from '../support/fake-server.ts'
import { openAt } from '../support/portal-host.tsx'
import { detailPage, source } from '../support/samples.ts'

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

test.each(['/letter', '/letter?id='])('at %s', async (address) => {
  openAt(address, <DetailPageView page={page} />)
  await screen.findByText('网址不完整，没有写明要查看哪一条内容，请从列表中打开')
  expect(server.to(INFO)).toEqual([])
})

test('at a whole address the item is read and shown', async () => {
  openAt('/letter?id=7', <DetailPageView page={page} />)
  await screen.findByRole('heading', { name: '来信一封' })
  expect(server.to(INFO)).toHaveLength(1)
})
