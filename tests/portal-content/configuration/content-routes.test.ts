// Tests that every content address of this portal (NAV-02, NAV-03) is a public page under 首页.
import { expect, test } from 'vitest'
import { model } from '../../support/portal-model.ts'
import { CONTENT_ROUTES } from './content-routes.ts'

const { pages } = model

test.each(CONTENT_ROUTES)(
  'NAV-02: %s is the address of the page %s, which everybody may open',
  (path, title) => {
    const page = pages.find((candidate) => candidate.path === path)
    expect(page).toMatchObject({ path, title, access: ['anyone'] })
  },
)

test('NAV-03: the breadcrumb of every content page except the home page starts from 首页', () => {
  for (const [path] of CONTENT_ROUTES) {
    if (path === '/home-page') continue
    expect(pages.find((page) => page.path === path)?.trail[0]).toEqual({ title: '首页', path: '/home-page' })
  }
})
