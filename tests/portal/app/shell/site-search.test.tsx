// Tests the site search in the header: suggestions, keys, search history.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SearchField } from '#portal/app/shell/site-search.tsx'
import { forgetSearches } from '#portal/core/search/use-search-history.ts'
import { endSession } from '#portal/core/session/session.ts'
import { beginSession } from '../../support/begin-session.ts'
import { type FakeServer, paged, startFakeServer, success } from '../../support/fake-server.ts'
import { here, openAt } from '../../support/portal-host.tsx'

const SUGGEST = '/newapi/api/search/suggest'
const RECORDS = '/newapi/api/searchrecords/records'
const user = { id: '5', userName: 'zhang', name: '张三', role: 'ordinary' as const, black: false }

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => {
  server.reset()
  endSession()
  forgetSearches()
  server.on(
    SUGGEST,
    success([
      { id: '1', type: 'news', typeTitle: '资讯', title: '无人机巡查', address: '/threePage?id=1' },
      { id: '2', type: 'demand', typeTitle: '需求', title: '无人机采购', address: '/needDetail?id=2' },
    ]),
  )
})

const open = () => openAt('/start', <SearchField path="/homePageSearch" currentQuery="" />)
const field = () => screen.getByRole('combobox', { name: '站内搜索' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

describe('the field of the site search', () => {
  test('offers titles after a pause; arrows choose, Enter opens the item', async () => {
    open()
    await userEvent.type(field(), '无人')
    await waitFor(() => expect(options()).toEqual(['无人机巡查资讯', '无人机采购需求']))
    expect(server.to(SUGGEST).map(({ params }) => params.keyWord)).toEqual(['无人'])
    expect(field().getAttribute('aria-expanded')).toBe('true')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    const chosen = screen.getByRole('option', { selected: true })
    expect(field().getAttribute('aria-activedescendant')).toBe(chosen.id)
    await userEvent.keyboard('{Enter}')
    expect(here()).toBe('/needDetail?id=2')
    expect(options()).toEqual([])
  })

  test('closes the suggestions on Escape and keeps the typed text', async () => {
    open()
    await userEvent.type(field(), '无人')
    await waitFor(() => expect(options()).toHaveLength(2))
    await userEvent.keyboard('{Escape}')
    expect(options()).toEqual([])
    expect((field() as HTMLInputElement).value).toBe('无人')
  })

  test('offers an account’s earlier searches from the server before anything is typed', async () => {
    beginSession('t', { user })
    server.on(RECORDS, paged([{ keyWord: '排涝' }, { keyWord: '发电车' }]))
    open()
    await userEvent.click(field())
    await waitFor(() => expect(options()).toEqual(['排涝搜索历史', '发电车搜索历史']))
    await userEvent.click(screen.getByText('发电车'))
    expect(here()).toBe(`/homePageSearch?${new URLSearchParams({ keyWord: '发电车' })}`)
  })

  test('reads earlier searches of a visitor from the browser, without a call', async () => {
    const { rememberSearch } = await import('#portal/core/search/use-search-history.ts')
    for (const word of ['排涝', '发电车', '排涝']) rememberSearch(word)
    open()
    await userEvent.click(field())
    expect(options()).toEqual(['排涝搜索历史', '发电车搜索历史'])
    expect(server.to(RECORDS)).toEqual([])
  })
})
