// Tests `useRead`: shared calls, stale data, retries, prefetch and revalidation.
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sharedRead } from '#portal/core/api/shared-read.ts'
import { forgetReads, prefetch, type ReadSource, revalidateAll, useRead } from '#portal/core/api/use-read.ts'
import { type FakeServer, held, refusal, startFakeServer, success } from '../../support/fake-server.ts'
import { openAt } from '../../support/portal-host.tsx'

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => server.reset())

const source = (path: string, params: ReadSource['params'] = {}): ReadSource => ({ path, params })
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>
)
const read = (initial: ReadSource | null) =>
  renderHook(({ from }: { readonly from: ReadSource | null }) => useRead<string>(from), {
    wrapper,
    initialProps: { from: initial },
  })

function Reader({ path, params }: ReadSource) {
  return <i>{useRead<string>(source(path, params)).data}</i>
}

test('useRead waits for its data, and reads nothing without a source', async () => {
  const { answering, give } = held()
  server.on('/newapi/a', answering)
  const { result } = read(source('/newapi/a'))
  expect([result.current.loading, result.current.data]).toEqual([true, undefined])
  give(success('A'))
  await waitFor(() => expect(result.current.data).toBe('A'))
  expect([result.current.loading, result.current.stale]).toEqual([false, false])
  const { result: idle } = read(null)
  expect([idle.current.loading, idle.current.data]).toEqual([false, undefined])
  expect(server.calls).toHaveLength(1)
})

test('useRead sends one call for many components with the same source', async () => {
  server.on('/newapi/b', success('B'))
  openAt(
    '/page',
    Array.from({ length: 20 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: twenty of the same
      <Reader key={index} path="/newapi/b" params={index % 2 ? { x: 1, y: 2 } : { y: 2, x: 1, z: '' }} />
    )),
  )
  await waitFor(() => expect(screen.getAllByText('B')).toHaveLength(20))
  expect(server.calls).toHaveLength(1)
})

test('useRead returns the previous data as stale while new data load', async () => {
  server.on('/newapi/c', ({ params }) => success(`page ${params.page}`))
  const { result, rerender } = read(source('/newapi/c', { page: 1 }))
  await waitFor(() => expect(result.current.data).toBe('page 1'))
  const { answering, give } = held()
  server.on('/newapi/c', answering)
  rerender({ from: source('/newapi/c', { page: 2 }) })
  expect([result.current.data, result.current.stale, result.current.loading]).toEqual(['page 1', true, false])
  give(success('page 2'))
  await waitFor(() => expect(result.current.data).toBe('page 2'))
  expect(result.current.stale).toBe(false)
})

test('useRead repeats a failed read only by `retry`, not on focus or visibility changes', async () => {
  server.on('/newapi/d', refusal(503, '正忙'))
  const { result } = read(source('/newapi/d'))
  await waitFor(() => expect(result.current.error?.message).toBe('正忙'))
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.calls).toHaveLength(1)
  server.on('/newapi/d', success('D'))
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.data).toBe('D'))
  expect(result.current.error).toBeUndefined()
  expect(server.calls).toHaveLength(2)
})

test('useRead uses prefetched data without another call', async () => {
  server.on('/newapi/e', success('E'))
  prefetch(source('/newapi/e'))
  await waitFor(() => expect(server.calls).toHaveLength(1))
  const { result } = read(source('/newapi/e'))
  await waitFor(() => expect(result.current.data).toBe('E'))
  expect(server.calls).toHaveLength(1)
})

test.each([
  ['something was changed', () => revalidateAll()],
  ['some time went by', () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)],
])('useRead reads prefetched data again after %s', async (_, pass) => {
  server.on('/newapi/h', success('old'))
  prefetch(source('/newapi/h'))
  await waitFor(() => expect(server.calls).toHaveLength(1))
  server.on('/newapi/h', success('new'))
  pass()
  const { result } = read(source('/newapi/h'))
  await waitFor(() => expect(result.current.data).toBe('new'))
  vi.restoreAllMocks()
})

test('useRead sends a call after a failed prefetch', async () => {
  server.on('/newapi/f', refusal(401, 'x'))
  prefetch(source('/newapi/f'))
  await waitFor(() => expect(server.calls).toHaveLength(1))
  server.on('/newapi/f', success('F'))
  const { result } = read(source('/newapi/f'))
  await waitFor(() => expect(result.current.data ?? result.current.error?.message).toBe('F'))
})

test('revalidateAll reads rendered data again and returns the old data until then', async () => {
  server.on('/newapi/g', success('old'))
  const { result } = renderHook(() => useRead<string>(source('/newapi/g')))
  await waitFor(() => expect(result.current.data).toBe('old'))
  server.on('/newapi/g', success('new'))
  act(() => revalidateAll())
  expect(result.current.data).toBe('old')
  await waitFor(() => expect(result.current.data).toBe('new'))
  expect(server.calls).toHaveLength(2)
})

test('forgetReads drops answers at once, so that the next reader asks again and sees nothing of before', async () => {
  server.on('/newapi/k', success('of the first account'))
  const menu = sharedRead<string>('/newapi/shared')
  await menu.load('menu')
  const first = renderHook(() => useRead<string>(source('/newapi/k')))
  await waitFor(() => expect(first.result.current.data).toBe('of the first account'))
  first.unmount()
  const { answering, give } = held()
  server.on('/newapi/k', answering)
  forgetReads()
  const { result } = renderHook(() => useRead<string>(source('/newapi/k')))
  expect([result.current.loading, result.current.data]).toEqual([true, undefined])
  give(success('of the second account'))
  await waitFor(() => expect(result.current.data).toBe('of the second account'))
  expect(server.calls).toHaveLength(2)
  expect(menu.get()).toBe('menu')
})
