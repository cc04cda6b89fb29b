// Tests the side menu of the console: groups, the current entry, finding entries.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { ConsoleMenu } from '#portal/app/console/console-menu.tsx'
import type { MenuNode } from '#shared/model/menu.ts'
import { openAt } from '../../support/portal-host.tsx'

const entry = (id: string, title: string, group?: string): MenuNode => ({
  id,
  title,
  url: `/${id}`,
  hidden: false,
  access: ['operator'],
  children: [],
  ...(group === undefined ? {} : { group }),
})
const NODE: MenuNode = {
  ...entry('desk', '运营管理'),
  children: [
    entry('queue', '待办审核', '审核'),
    entry('news', '资讯管理', '装备资讯'),
    entry('fairs', '展会管理', '装备资讯'),
    entry('notes', '便签管理'),
    { ...entry('secret', '隐藏的'), hidden: true },
  ],
}

const open = (path: string) => openAt(path, <ConsoleMenu node={NODE} paths={['/desk', path]} />)
const groups = () =>
  screen.getAllByRole('group').map((group) => ({
    name: group.querySelector('summary')?.textContent,
    isOpen: (group as HTMLDetailsElement).open,
    entries: [...group.querySelectorAll('a')].map(({ textContent }) => textContent),
  }))

describe('the side menu of the console', () => {
  test('shows entries in their groups, and unfolds the group of the page', () => {
    open('/news')
    expect(groups()).toEqual([
      { name: '审核', isOpen: false, entries: ['待办审核'] },
      { name: '装备资讯', isOpen: true, entries: ['资讯管理', '展会管理'] },
      { name: '其他', isOpen: false, entries: ['便签管理'] },
    ])
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('资讯管理')
  })

  test('marks the entry above a page that is not in the menu', () => {
    openAt('/news/item', <ConsoleMenu node={NODE} paths={['/desk', '/news', '/news/item']} />)
    expect(screen.getByText('资讯管理').getAttribute('aria-current')).toBe('true')
  })

  test('finds entries by a part of their names, and says when there is none', async () => {
    open('/desk')
    const field = screen.getByRole('searchbox', { name: '查找管理事项' })
    await userEvent.type(field, '展会')
    expect(groups()).toEqual([{ name: '装备资讯', isOpen: true, entries: ['展会管理'] }])
    await userEvent.type(field, '无')
    expect(screen.queryAllByRole('group')).toEqual([])
    expect(screen.getByRole('status').textContent).toBe('没有名称包含“展会无”的管理事项')
  })

  test('unfolds behind a button that names the place', async () => {
    const { container } = open('/news')
    const button = screen.getByRole('button', { name: '运营管理：资讯管理' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    const panel = container.querySelector<HTMLElement>(
      `#${CSS.escape(button.getAttribute('aria-controls') ?? '')}`,
    )
    expect(within(panel as HTMLElement).getByText('待办审核')).toBeDefined()
  })
})
