// Tests the button 申请变更 of declaration pages: only the owner sees it.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Actions } from '#portal/features/actions/actions.tsx'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { openAt } from '../../portal/support/portal-host.tsx'
import { model } from '../../support/portal-model.ts'

const PAGES = model.pages.filter(
  (page): page is DetailPage =>
    page.kind === 'detail' && page.actions.some(({ label }) => label === '申请变更'),
)

const draw = ({ actions }: DetailPage, role: string, relations: readonly string[]) => {
  const item = { id: 'D1', title: '申报', status: 'handled', ownerId: 'maker', relations, actions: [] }
  const user = { id: role === 'operator' ? 'desk' : 'maker', role, signedIn: true }
  return openAt(
    '/',
    <Actions actions={actions} scope={{ item, query: {}, params: {}, user }} item={item} title="" />,
  )
}

test('more than three declaration pages have the button 申请变更', () =>
  expect(PAGES.length).toBeGreaterThan(3))

test.each(PAGES.map((page) => [page.id, page] as const))(
  'page %s shows 申请变更 to the owner and not to an operator',
  (_id, page) => {
    const drawn = draw(page, 'operator', [])
    expect(screen.queryByRole('link', { name: '申请变更' })).toBeNull()
    drawn.unmount()
    draw(page, 'unit', ['owner'])
    expect(screen.getByRole('link', { name: '申请变更' })).toBeTruthy()
  },
)
