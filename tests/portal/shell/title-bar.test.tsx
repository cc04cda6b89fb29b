// Provides the proof of the title bar's rules TTL-01 to TTL-03.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { HOME_PAGE, TitleBar } from '#portal/features/page/title-bar.tsx'
import { here, openAt } from '../support/portal-host.tsx'

const goThrough = (...addresses: readonly string[]) =>
  act(() => {
    for (const address of addresses) appHistory.push(address)
  })
const pressBack = () => userEvent.click(screen.getByRole('button', { name: '返回' }))

test('the history is empty: 返回 leads to the home page instead of out of the portal', async () => {
  expect(appHistory.canGoBack()).toBe(false)
  openAt('/needDetail', <TitleBar title="需求详情" />)
  await pressBack()
  expect(here()).toBe('/home-page')
})

test('TTL-01 the title stands left as the heading, the small round button right of it', () => {
  openAt('/needDetail', <TitleBar title="需求详情" />)
  const heading = screen.getByRole('heading', { level: 1, name: '需求详情' })
  const button = screen.getByRole('button', { name: '返回' })
  expect(heading.nextElementSibling).toBe(button)
  expect(button.className).toBe('eq-back')
  expect(button.getAttribute('type')).toBe('button')
})

test('TTL-01 where the page has a heading of its own the title is text', () => {
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
])('%s', async (_, inputs, address) => {
  openAt('/start', <TitleBar title="需求详情" {...inputs} />)
  goThrough('/one', '/two', '/three')
  await pressBack()
  await waitFor(() => expect(here()).toBe(address))
})
