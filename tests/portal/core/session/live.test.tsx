// Tests pages that follow a content type: an event makes them read again, also one before the page.
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { takeMessage } from '#portal/app/on-demand/watch-configuration.ts'
import { useLiveRead } from '#portal/core/api/use-live-read.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { type FakeServer, held, startFakeServer, success } from '../../support/fake-server.ts'

const PATH = '/newapi/demand/get'
let server: FakeServer
let last = 0
let id = ''
let type = ''

beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => {
  server.reset()
  last += 1
  id = `D${last}`
  type = `demand${last}`
})

/** Reads what the page behind it reads too, but follows nothing: a receipt, for instance. */
function Reading() {
  const { data } = useRead<{ readonly title: string }>({ path: PATH, params: { id } })
  return <p>{data?.title}</p>
}

function Following() {
  useLiveRead([type])
  return <Reading />
}

const told = (of: string) => act(() => takeMessage(JSON.stringify({ type: 'content', of })))
const titled = (title: string) => success({ id, title })

test('a page that follows a content type reads data again that was read shortly before an event', async () => {
  server.on(PATH, titled('征集中'))
  const { rerender } = render(<Reading />)
  await screen.findByText('征集中')
  server.on(PATH, titled('已成交'))
  told(type)
  rerender(<Following />)
  await screen.findByText('已成交')
})

test('a page that follows a content type reads again after an event during the first read', async () => {
  const { answering, give } = held()
  server.on(PATH, answering)
  const { rerender } = render(<Reading />)
  await waitFor(() => expect(server.to(PATH)).toHaveLength(1))
  told(type)
  rerender(<Following />)
  server.on(PATH, titled('已成交'))
  give(titled('征集中'))
  await screen.findByText('已成交')
})

test('an event of another content type causes no call', async () => {
  server.on(PATH, titled('征集中'))
  const { rerender } = render(<Reading />)
  await screen.findByText('征集中')
  told('another')
  rerender(<Following />)
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(server.to(PATH)).toHaveLength(1)
})
