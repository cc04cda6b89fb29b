// Tests what the portal keeps of its reads in one cache: facts of files and bodies of pages.
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describePicture } from '#portal/core/api/file-client.ts'
import { readOnce, sharedRead } from '#portal/core/api/shared-read.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { loadPage, usePage } from '#portal/core/pages/use-page.ts'
import { addressOf } from '#portal/core/site.ts'
import { useFileInfo } from '#portal/widgets/media/stored-file.tsx'
import { type FakeServer, refusal, startFakeServer, success } from '../../support/fake-server.ts'
import { listPage, manifestPage } from '../../support/samples.ts'

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => server.reset())

const PHOTO = { id: 'photo', name: '照片.jpg', size: 1, type: 'image/jpeg', alt: '', focus: { x: 50, y: 50 } }
const body = (title: string) => listPage('/news', title, '/newapi/news/list')
const entry = (url: string) => manifestPage(body('资讯'), url)

test('components show the facts of a file from one call, and a new description at once', async () => {
  server.on(addressOf('file.info'), success(PHOTO))
  server.on(addressOf('file.describe'), success({ ...PHOTO, alt: '抢险车' }))
  const shown = [1, 2].map(() => renderHook(() => useFileInfo('photo')?.alt))
  await waitFor(() => expect(shown.map(({ result }) => result.current)).toEqual(['', '']))
  await act(() => describePicture('photo', { alt: '抢险车' }))
  expect(shown.map(({ result }) => result.current)).toEqual(['抢险车', '抢险车'])
  expect(server.to(addressOf('file.info'))).toHaveLength(1)
})

test('the facts of a file that failed to load are read again by the next component', async () => {
  server.on(addressOf('file.info'), refusal(503, '正忙'))
  const first = renderHook(() => useFileInfo('late'))
  expect(first.result.current).toBeNull()
  await waitFor(() => expect(first.result.current).toBeUndefined())
  first.unmount()
  server.on(addressOf('file.info'), success({ ...PHOTO, id: 'late' }))
  const next = renderHook(() => useFileInfo('late')?.name)
  await waitFor(() => expect(next.result.current).toBe('照片.jpg'))
})

test('a page that was loaded ahead is there in the first rendering, without another call', async () => {
  server.json('/config/pages/ahead.json', body('资讯'))
  await Promise.all([loadPage('/config/pages/ahead.json'), loadPage('/config/pages/ahead.json')])
  const { result } = renderHook(() => usePage(entry('/config/pages/ahead.json')))
  expect(result.current.page?.title).toBe('资讯')
  expect(server.calls).toHaveLength(1)
})

test('a page whose loading ahead failed is loaded by the visit', async () => {
  await expect(loadPage('/config/pages/lost.json')).rejects.toThrow('网络连接失败')
  server.json('/config/pages/lost.json', body('资讯'))
  const { result } = renderHook(() => usePage(entry('/config/pages/lost.json')))
  await waitFor(() => expect(result.current.page?.title).toBe('资讯'))
})

test('a page stays while a newer body loads, and when that fails, until a retry succeeds', async () => {
  server.json('/config/pages/one.json', body('旧'))
  const { result, rerender } = renderHook(({ url }) => usePage(entry(url)), {
    initialProps: { url: '/config/pages/one.json' },
  })
  await waitFor(() => expect(result.current.page?.title).toBe('旧'))
  rerender({ url: '/config/pages/two.json' })
  expect(result.current.page?.title).toBe('旧')
  await waitFor(() => expect(server.to('/config/pages/two.json')).toHaveLength(1))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect([result.current.page?.title, result.current.failed]).toEqual(['旧', false])
  server.json('/config/pages/two.json', body('新'))
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.page?.title).toBe('新'))
})

test('revalidateAll reads neither pages nor facts of files again', async () => {
  server.on(addressOf('file.info'), success({ ...PHOTO, id: 'kept' }))
  server.json('/config/pages/kept.json', body('资讯'))
  const page = renderHook(() => usePage(entry('/config/pages/kept.json')))
  const file = renderHook(() => useFileInfo('kept'))
  await waitFor(() => expect(page.result.current.page && file.result.current).toBeTruthy())
  act(() => revalidateAll())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.calls).toHaveLength(2)
})

test('of several loads the last one counts, whichever ends first', async () => {
  const read = sharedRead<string>('order')
  let answer = (_: string) => {}
  const first = read.load(new Promise((resolve) => (answer = resolve)))
  await read.load('later')
  answer('earlier')
  await first
  expect(read.get()).toBe('later')
  expect(await readOnce('order', () => Promise.reject(new Error('not called')))).toBe('later')
})
