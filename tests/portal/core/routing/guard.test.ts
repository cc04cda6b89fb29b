// Tests redirects of the route guard, return addresses, page addresses and page identity.
import { matchRoutes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { pageIdentity } from '#portal/app/route-effects.tsx'
import { findRedirect, toSafeReturnAddress, type Visit } from '#portal/core/access/route-guard.ts'
import { linkTo } from '#portal/core/routing/link-address.ts'
import type { Role } from '#shared/access/roles.ts'
import { matchPage } from '#shared/addresses/match-page.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'

const entry = (path: string, more: Partial<ManifestPage> = {}): ManifestPage => ({
  id: path,
  path,
  title: '页面',
  kind: 'zone',
  shell: 'site',
  access: ['anyone'],
  url: '',
  preload: [],
  ...more,
})
const signedIn = (role: Role) => ({
  id: 't',
  user: { id: '5', userName: 'a', name: '甲', role, black: false },
})
const VISITOR = { id: null, user: null }

function visit(path: string, more: Partial<Visit> = {}): Visit {
  return {
    entry: entry(path),
    pathname: path,
    search: '',
    session: VISITOR,
    menu: 'ready',
    redirect: undefined,
    arrivedFrom: null,
    ...more,
  }
}

const radio = entry('/radio', { onlyFrom: '/declaration' })
const closed = (access: ManifestPage['access']) => entry('/closed', { access })

test.each<[name: string, visit: Visit, to: string | null]>([
  ['an open page', visit('/open'), null],
  ['NAV-05 the menu sends elsewhere', visit('/old', { redirect: '/new' }), '/new'],
  ['NAV-06 typed by hand', visit('/radio', { entry: radio }), '/declaration'],
  ['NAV-06 from another page', visit('/radio', { entry: radio, arrivedFrom: '/x' }), '/declaration'],
  ['NAV-06 from the right page', visit('/radio', { entry: radio, arrivedFrom: '/declaration' }), null],
  [
    'NAV-06 before signing in is asked for',
    visit('/radio', { entry: entry('/radio', { access: ['registered'], onlyFrom: '/declaration' }) }),
    '/declaration',
  ],
  ['NAV-06 moving within it', visit('/radio', { entry: radio, arrivedFrom: '/radio' }), null],
  ['NAV-09 /login as a visitor', visit('/login'), null],
  ['NAV-09 /login signed in', visit('/login', { session: signedIn('ordinary') }), '/'],
  ['NAV-09 /login before the user is known', visit('/login', { session: { id: 't', user: null } }), '/'],
  [
    'NAV-10 no menu: the address is kept',
    visit('/open', { menu: 'failed', search: '?id=1' }),
    '/401?from=%2Fopen%3Fid%3D1',
  ],
  ...(['loading', 'failed', 'ready'] as const).map((menu): [string, Visit, string | null] => [
    `NAV-10 waiting for the menu, which is ${menu}`,
    visit('/401', { menu, entry: entry('/401', { shell: 'bare' }), search: '?from=%2Fopen%3Fid%3D1' }),
    menu === 'ready' ? '/open?id=1' : null,
  ]),
  [
    'NAV-10 no menu, bare page',
    visit('/401', { menu: 'failed', entry: entry('/401', { shell: 'bare' }) }),
    null,
  ],
  [
    'a closed page as a visitor',
    visit('/closed', { entry: closed(['registered']), search: '?id=1' }),
    '/login?from=%2Fclosed%3Fid%3D1',
  ],
  [
    'a closed page signed in',
    visit('/closed', { entry: closed(['registered']), session: signedIn('ordinary') }),
    null,
  ],
  [
    'a closed page of another role',
    visit('/closed', { entry: closed(['operator']), session: signedIn('expert') }),
    '/401',
  ],
  [
    'a closed page with a one-time password',
    visit('/closed', {
      entry: closed(['registered']),
      search: '?id=1',
      session: { id: 't', user: { ...signedIn('auditor').user, passwordDue: true } },
    }),
    '/newPassword?from=%2Fclosed%3Fid%3D1',
  ],
  [
    'where it is changed',
    visit('/newPassword', {
      entry: entry('/newPassword', { access: ['registered'] }),
      session: { id: 't', user: { ...signedIn('auditor').user, passwordDue: true } },
    }),
    null,
  ],
  [
    'an owner is for the server to judge',
    visit('/closed', { entry: closed(['owner']), session: signedIn('expert') }),
    null,
  ],
  [
    'a user who is not known yet waits inside',
    visit('/closed', { entry: closed(['operator']), session: { id: 't', user: null } }),
    null,
  ],
])('the route guard redirects by its rules: %s', (_, given, to) => {
  expect(findRedirect(given)).toBe(to)
})

test.each([
  ['/needDetail?id=1', '/needDetail?id=1'],
  ['', '/'],
  ['needDetail', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login', '/'],
  ['/login?from=/x', '/'],
])('the return address “%s” resolves to %s', (from, to) => {
  expect(toSafeReturnAddress(from)).toBe(to)
})

describe('page addresses', () => {
  const pages = [entry('/home-page'), entry('/list/:trail?'), entry('/item/:id/part'), entry('/list-more')]

  test.each([
    ['/home-page', '/home-page', {}],
    ['/home-page/', '/home-page', {}],
    ['/list', '/list/:trail?', {}],
    ['/list/%E9%98%B2%E6%B1%9B', '/list/:trail?', { trail: '防汛' }],
    ['/list/%E0%A4%A', '/list/:trail?', { trail: '%E0%A4%A' }],
    ['/list/a/b', null, {}],
    ['/item/7/part', '/item/:id/part', { id: '7' }],
    ['/item/7', null, {}],
    ['/', null, {}],
  ])('%s matches the page %s, also by the rules of the router', (address, path, params) => {
    const found = matchPage(pages, address)
    expect(found?.page.path ?? null).toBe(path)
    expect(found?.params ?? {}).toEqual(params)
    expect(matchRoutes([...pages], address)?.[0]?.route.path ?? null).toBe(path)
  })

  test.each([
    [{ path: '/needDetail', params: { id: '{item.id}' } }, '/needDetail?id=a%26b'],
    [
      { path: '/list/:trail?', params: { trail: '{item.name}', page: 2 } },
      '/list/%E9%98%B2%2F%E6%B1%9B?page=2',
    ],
    [{ path: '/list/:trail?', params: { trail: '{item.missing}' } }, '/list'],
    [{ path: '/home-page', params: {} }, '/home-page'],
  ])('the link %j leads to %s', (link, address) => {
    expect(linkTo(link, { item: { id: 'a&b', name: '防/汛' } })).toBe(address)
  })

  test.each([
    [{ pathname: '/list', search: '' }, { pathname: '/list', search: '?page=2&keyWord=x' }, true],
    [{ pathname: '/item', search: '?id=1' }, { pathname: '/item', search: '?id=1&tab=2' }, true],
    [{ pathname: '/item', search: '?id=1' }, { pathname: '/item', search: '?id=2' }, false],
    [{ pathname: '/list', search: '' }, { pathname: '/item', search: '' }, false],
  ])('%j and %j have the same page identity: %s', (one, other, same) => {
    expect(pageIdentity(one) === pageIdentity(other)).toBe(same)
  })
})
