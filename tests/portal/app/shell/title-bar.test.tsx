// Tests the title bar by the rules TTL-01 to TTL-03: heading, back button, target page.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { HOME_PAGE, TitleBar } from '#portal/features/page/page-head.tsx'
import { here, openAt } from '../../support/portal-host.tsx'

const goThrough = (...addresses: readonly string[]) =>
  act(() => {
    for (const address of addresses) appHistory.push(address)
  })
const pressBack = () => userEvent.click(screen.getByRole('button', { name: '返回' }))

test('返回 with an empty history opens the home page instead of leaving the portal', async () => {
  expect(appHistory.canGoBack()).toBe(false)
  openAt('/needDetail', <TitleBar title="需求详情" />)
  await pressBack()
  expect(here()).toBe('/home-page')
})

test('TTL-01 the title bar shows the title as the heading, followed by the round back button', () => {
  openAt('/needDetail', <TitleBar title="需求详情" />)
  const heading = screen.getByRole('heading', { level: 1, name: '需求详情' })
  const button = screen.getByRole('button', { name: '返回' })
  expect(heading.nextElementSibling).toBe(button)
  expect(button.className).toBe('eq-back')
  expect(button.getAttribute('type')).toBe('button')
})

test('TTL-01 the title bar shows the title as text on a page with its own heading', () => {
  openAt('/needDetail', <TitleBar title="需求详情" isHeading={false} />)
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.getByText('需求详情')).toBeTruthy()
})

test.each([
  ['TTL-02 the page type is the home page', { pageType: HOME_PAGE }, '/home-page'],
  [
    'TTL-02 the page type is the home page, whatever the steps',
    { pageType: HOME_PAGE, backStep: -2 },
    '/home-page',
  ],
  ['TTL-03 one step by default', {}, '/two'],
  ['TTL-03 another page type', { pageType: 'needMore-page' }, '/two'],
  ['TTL-03 two steps', { backStep: -2 }, '/one'],
  ['TTL-03 three steps', { backStep: -3 }, '/start'],
])('返回 opens a page by page type and number of history entries: %s', async (_, inputs, address) => {
  openAt('/start', <TitleBar title="需求详情" {...inputs} />)
  goThrough('/one', '/two', '/three')
  await pressBack()
  await waitFor(() => expect(here()).toBe(address))
})
