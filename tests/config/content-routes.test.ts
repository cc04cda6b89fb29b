// Checks that every address at which visitors read content is a page of the portal.
import { expect, test } from 'vitest'
import { model } from '../support/portal-model.ts'
import { CONTENT_ROUTES } from './content-routes.ts'

const { pages } = model

test.each(CONTENT_ROUTES)('NAV-02: %s is the page %s, open to everybody', (path, title) => {
  const page = pages.find((candidate) => candidate.path === path)
  expect(page).toMatchObject({ path, title, access: ['anyone'] })
})

test('NAV-03: every inner page of them has a way back to 首页', () => {
  for (const [path] of CONTENT_ROUTES) {
    if (path === '/home-page') continue
    expect(pages.find((page) => page.path === path)?.trail[0]).toEqual({ title: '首页', path: '/home-page' })
  }
})
