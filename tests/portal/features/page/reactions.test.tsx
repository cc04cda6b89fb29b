// Tests the reaction buttons collect, support and like: calls, counts, refusals, sign-in.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endSession } from '#portal/core/session/session.ts'
import { signInPurpose } from '#portal/core/session/sign-in-redirects.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import type { Action } from '#shared/model/page-model.ts'
import { beginSession } from '../../support/begin-session.ts'
import { type FakeServer, held, refusal, startFakeServer, success } from '../../support/fake-server.ts'
import { here, openAt } from '../../support/portal-host.tsx'

const body = { dataType: 'video', dataId: '{item.id}' }
const sourceOf = (name: string) => ({
  operation: `engagement.${name}`,
  method: 'POST' as const,
  path: `/newapi/api/${name}`,
  params: {},
  body,
})
const COLLECT: Action = {
  do: 'collect',
  label: '收藏',
  source: sourceOf('collect'),
  undo: sourceOf('uncollect'),
}
const SUPPORT: Action = { do: 'support', label: '支持', source: sourceOf('support') }
const LIKE: Action = {
  do: 'like',
  label: '点赞',
  source: { operation: 'video.like', method: 'GET', path: '/newapi/video/like', params: { id: '{item.id}' } },
}
const ELSEWHERE: Action = {
  do: 'open',
  label: '修改',
  link: {
    page: '*/edit',
    path: '',
    type: '{item.type}',
    pages: { video: '/videoEdit' },
    params: { id: '{item.id}' },
  },
}

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => {
  server.reset()
  endSession()
  beginSession('t', {
    user: { id: '5', userName: 'zhang', name: '张三', role: 'ordinary', black: false },
  })
})

const draw = (action: Action, item: Record<string, unknown>, reader: Record<string, unknown> = {}) =>
  openAt(
    '/threePageVideo?id=V1',
    <main>
      <Actions
        actions={[action]}
        scope={{ item, query: {}, params: {}, user: reader }}
        title="视频"
        item={item}
      />
    </main>,
  )
const button = () => screen.getByRole('button', { name: /^(收藏|支持)，/ })

describe('reaction button', () => {
  test('collects, shows the count of the server, and undoes with the other call', async () => {
    server.on('/newapi/api/collect', success({ collected: true, collectCount: 8 }))
    server.on('/newapi/api/uncollect', success({ collected: false, collectCount: 7 }))
    draw(COLLECT, { id: 'V1', collected: false, collectCount: 7 })
    expect(button().getAttribute('aria-label')).toBe('收藏，7')
    await userEvent.click(button())
    await waitFor(() => expect(button().getAttribute('aria-pressed')).toBe('true'))
    expect(button().textContent).toBe('已收藏8')
    expect(server.to('/newapi/api/collect')[0]?.body).toEqual({ dataType: 'video', dataId: 'V1' })
    await userEvent.click(button())
    await waitFor(() => expect(button().getAttribute('aria-pressed')).toBe('false'))
    expect(server.to('/newapi/api/uncollect')).toHaveLength(1)
    expect(button().textContent).toBe('收藏7')
  })

  test('is pressed at first when the item is already collected', () => {
    draw(COLLECT, { id: 'V1', collected: true, collectCount: 1 })
    expect(button().getAttribute('aria-pressed')).toBe('true')
  })

  test('shows the change before the server answers, and the count of the server afterwards', async () => {
    const { answering, give } = held()
    server.on('/newapi/api/collect', answering)
    draw(COLLECT, { id: 'V1', collected: false, collectCount: 7 })
    await userEvent.click(button())
    await waitFor(() => expect(button().textContent).toBe('已收藏8'))
    give(success({ collected: true, collectCount: 12 }))
    await waitFor(() => expect(button().textContent).toBe('已收藏12'))
  })

  test('takes the change back when the server refuses it', async () => {
    const { answering, give } = held()
    server.on('/newapi/video/like', answering)
    draw(LIKE, { id: 'V1', liked: false, likeCount: 7 })
    await userEvent.click(screen.getByRole('button', { name: '点赞，7' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '点赞，8' }).getAttribute('aria-pressed')).toBe('true'),
    )
    give(refusal(404, '内容不存在'))
    await screen.findByText(/内容不存在/)
    expect(screen.getByRole('button', { name: '点赞，7' }).getAttribute('aria-pressed')).toBe('false')
  })

  test('shows the count of an item that was read again, and of another item', async () => {
    server.on('/newapi/video/like', success({ liked: true, likeCount: 8 }))
    const part = (item: Record<string, unknown>) => (
      <Actions actions={[LIKE]} scope={{ item, query: {}, params: {}, user: {} }} title="视频" item={item} />
    )
    const { rerender } = openAt('/threePageVideo?id=V1', part({ id: 'V1', liked: false, likeCount: 7 }))
    await userEvent.click(screen.getByRole('button', { name: '点赞，7' }))
    await screen.findByRole('button', { name: '点赞，8' })
    rerender(part({ id: 'V1', liked: true, likeCount: 20 }))
    await screen.findByRole('button', { name: '点赞，20' })
    rerender(part({ id: 'V2', liked: false, likeCount: 3 }))
    await screen.findByRole('button', { name: '点赞，3' })
  })

  test('stays unchanged after a refusal', async () => {
    server.on('/newapi/api/collect', refusal(404, '内容不存在'))
    draw(COLLECT, { id: 'V1', collected: false, collectCount: 7 })
    await userEvent.click(button())
    await screen.findByText(/内容不存在/)
    expect(screen.getByRole('button', { name: '收藏，7' }).getAttribute('aria-pressed')).toBe('false')
  })

  test.each([
    [{ id: '5', role: 'auditor', grants: ['examine'] }, 0],
    [{ id: '5', role: 'supplier' }, 1],
    [{}, 1],
  ])('ROL-02: is offered to the viewer %j %i times', (reader, count) => {
    draw({ ...COLLECT, access: ['participant'] }, { id: 'V1', collectCount: 7 }, reader)
    expect(screen.queryAllByRole('button', { name: '收藏，7' })).toHaveLength(count)
  })

  test('redirects a visitor to the sign-in page without a call or a timeout message', async () => {
    endSession()
    draw(COLLECT, { id: 'V1', collectCount: 7 })
    await userEvent.click(button())
    expect(here()).toBe('/login?from=%2FthreePageVideo%3Fid%3DV1')
    expect(signInPurpose()).toBe('收藏')
    expect(server.calls).toEqual([])
    expect(screen.queryByText(/超时/)).toBeNull()
  })

  test('redirects a visitor to the sign-in page after a 401, without a timeout message', async () => {
    endSession()
    server.on('/newapi/video/like', refusal(401, '请先登录'))
    draw(LIKE, { id: 'V1', likeCount: 7 })
    await userEvent.click(screen.getByRole('button', { name: '点赞，7' }))
    await waitFor(() => expect(here()).toBe('/login?from=%2FthreePageVideo%3Fid%3DV1'))
    expect(screen.queryByText(/超时|请先登录/)).toBeNull()
  })

  test('ERR-03: shows a signed-in user that the session has expired', async () => {
    server.on('/newapi/api/collect', refusal(401, '请先登录'))
    draw(COLLECT, { id: 'V1', collectCount: 7 })
    await userEvent.click(button())
    await screen.findByText('您未登录，或者登录已经超时，请先登录！')
    expect(here()).toMatch(/^\/login\?.*expired=1/)
  })
})

test('support button undoes with the same call', async () => {
  server.on('/newapi/api/support', ({ body: given }) =>
    success({ supported: server.to('/newapi/api/support').length % 2 === 1, supportCount: 3, given }),
  )
  draw(SUPPORT, { id: 'V1', supported: false, supportCount: 2 })
  await userEvent.click(button())
  await waitFor(() => expect(button().getAttribute('aria-pressed')).toBe('true'))
  await userEvent.click(button())
  await waitFor(() => expect(button().getAttribute('aria-pressed')).toBe('false'))
})

test('a link by type opens the page of the type, and is hidden for a type without a page', () => {
  const { unmount } = draw(ELSEWHERE, { id: 'V1', type: 'video' })
  expect(screen.getByRole('link', { name: '修改' }).getAttribute('href')).toBe('#/videoEdit?id=V1')
  unmount()
  draw(ELSEWHERE, { id: 'L1', type: 'law' })
  expect(screen.queryByRole('link')).toBeNull()
})
