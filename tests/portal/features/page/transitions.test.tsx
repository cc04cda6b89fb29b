// Tests the buttons of an item: transitions, confirmation, main button, refusals, like.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Actions } from '#portal/features/actions/actions.tsx'
import type { Action } from '#shared/model/page-model.ts'
import { type FakeServer, startFakeServer, success } from '../../support/fake-server.ts'
import { openAt } from '../../support/portal-host.tsx'

const sourceOf = (path: string) => ({
  operation: 'demand.step',
  method: 'GET' as const,
  path,
  params: { id: '{item.id}' },
})
const ONLINE: Action = {
  do: 'transition',
  label: '上线',
  transition: 'online',
  primary: true,
  source: sourceOf('/newapi/demand/online/{id}'),
}
const DELETE: Action = {
  do: 'transition',
  label: '删除',
  transition: 'delete',
  danger: true,
  source: sourceOf('/newapi/demand/delete/{id}'),
}
const LIKE: Action = { do: 'like', label: '点赞', source: sourceOf('/newapi/demand/like/{id}') }
const item = { id: 'D1', title: '采购排水抢险车', actions: ['online', 'delete'], likeCount: 60, liked: false }

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => server.reset())

const draw = (actions: readonly Action[], onChanged = vi.fn(), more: object = {}) => {
  const shown = { ...item, ...more }
  openAt(
    '/needDetail?id=D1',
    <Actions
      actions={actions}
      scope={{ item: shown, query: {}, params: {}, user: {} }}
      title="需求"
      item={shown}
      onChanged={onChanged}
    />,
  )
  return onChanged
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('transition button', () => {
  test('is primary for publishing and marked as dangerous for deletion', () => {
    draw([ONLINE, DELETE])
    expect(screen.getByRole('button', { name: '上线' }).className).toContain('eq-button-primary')
    expect(screen.getByRole('button', { name: '删除' }).className).toContain('eq-button-danger')
  })

  test('asks for confirmation with the title of the item, and warns that a deletion is final', async () => {
    server.on('/newapi/demand/delete/D1', success({ status: 'deleted' }))
    const onChanged = draw([DELETE])
    await press('删除')
    expect(screen.getByText('确定删除“采购排水抢险车”？删除后不能恢复。')).toBeTruthy()
    expect(server.to('/newapi/demand/delete/D1')).toHaveLength(0)
    await press('确定删除')
    await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
    expect(server.to('/newapi/demand/delete/D1')).toHaveLength(1)
  })
})

describe('buttons of an item', () => {
  const ACCEPT: Action = { do: 'transition', label: '接受派发', transition: 'accept', forward: true }
  const DECLINE: Action = { do: 'transition', label: '不能承担', transition: 'decline' }
  const PRINT: Action = { do: 'print', label: '打印' }
  const drawMain = (actions: readonly string[]) => {
    const shown = { ...item, actions }
    const scope = { item: shown, query: {}, params: {}, user: {} }
    openAt(
      '/needDetail?id=D1',
      <Actions actions={[DECLINE, PRINT, ACCEPT]} scope={scope} title="需求" item={shown} isMain />,
    )
  }

  test('show a due transition as the main button, and printing in the menu', () => {
    drawMain(['accept', 'decline'])
    expect(screen.getByRole('button', { name: '接受派发' }).className).toContain('eq-button-primary')
    expect(screen.getByRole('button', { name: '不能承担' }).className).not.toContain('eq-button-primary')
    expect(screen.getByText('打印').closest('details')?.querySelector('summary')?.textContent).toBe('更多')
  })

  test('show printing as a button when no transition is due', () => {
    drawMain([])
    expect(screen.getByText('打印').closest('details')).toBeNull()
  })

  test('include no main button when the only transition declines the item', () => {
    drawMain(['decline'])
    expect(screen.getByRole('button', { name: '不能承担' }).className).not.toContain('eq-button-primary')
  })
})

describe('transition offered by the server', () => {
  const offer = (more: object) => {
    const shown = { ...item, actions: [{ action: 'online', title: '上线', ...more }] }
    openAt(
      '/needDetail?id=D1',
      <Actions
        actions={[ONLINE]}
        scope={{ item, query: {}, params: {}, user: {} }}
        title="需求"
        item={shown}
      />,
    )
  }

  test('is disabled and shows its reason when it would be refused', () => {
    offer({ barred: '“示例队”目前不可用，请先更新备勤状态' })
    const button = screen.getByRole<HTMLButtonElement>('button', { name: '上线' })
    expect(button.disabled).toBe(true)
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('“示例队”目前不可用，请先更新备勤状态')
  })

  test('requests a choice between several candidates, and sends the choice', async () => {
    server.on('/newapi/demand/online/D1', success({ status: 'online' }))
    const among = [
      { id: 'F1', title: '一队' },
      { id: 'F2', title: '二队' },
      { id: 'F3', title: '三队', barred: '“三队”目前不可用' },
    ]
    offer({ claim: { field: 'forceId', title: '承担队伍', among } })
    await press('上线')
    await press('确定')
    expect(screen.getByRole('alert').textContent).toBe('请选择承担队伍')
    expect(screen.getByRole<HTMLOptionElement>('option', { name: '三队' }).disabled).toBe(true)
    expect(screen.getByText('“三队”目前不可用')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText(/承担队伍/), '二队')
    await press('确定')
    await waitFor(() => expect(server.to('/newapi/demand/online/D1')).toHaveLength(1))
    expect(server.to('/newapi/demand/online/D1')[0]?.params.forceId).toBe('F2')
  })
})

test.each([
  ['the revision on the screen', { revision: 3, changeStatus: null }, '3'],
  [
    'no revision beside a waiting change, which counts on its own',
    { revision: 3, changeStatus: 'pending' },
    null,
  ],
])('a decision sends %s', async (_title, more, seen) => {
  server.on('/newapi/demand/online/D1', success({ status: 'online' }))
  const onChanged = draw([ONLINE], vi.fn(), more)
  await press('上线')
  await press('确定')
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  const [call] = server.to('/newapi/demand/online/D1')
  expect(call?.params.revision ?? null).toBe(seen)
})

test('a like shows the new count and notifies its page of the change', async () => {
  server.on('/newapi/demand/like/D1', success({ liked: true, likeCount: 61 }))
  const onChanged = draw([LIKE])
  await press('点赞，60')
  expect(await screen.findByRole('button', { name: '点赞，61' })).toBeTruthy()
  expect(onChanged).toHaveBeenCalledOnce()
})
