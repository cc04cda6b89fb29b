// Tests the check of menu entries with one title, and the list of calls for signed-in users.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MEMBERS } from '#config/compile/content/compile-endpoint.ts'
import { ROOT } from '../server/support/small-configuration.ts'
import { checkChanged, MENU_FILE, type Written } from './language-case.ts'

const LIST = { id: 'all', page: 'note/list', icon: 'list' }
const WRITE = { id: 'write', page: 'note/publish' }

async function found(items: readonly object[]) {
  const { problems } = await checkChanged(MENU_FILE, (menu: Written) => ({ ...menu, items }))
  return problems
    .filter(({ slug }) => slug === 'title_twice' || slug === 'menu_user_open')
    .map(({ slug, file, found: title }) => [slug, file, title])
}

describe('menu entries', () => {
  test.each([
    ['beside each other', [LIST, { ...WRITE, title: '便签' }]],
    ['one below the other', [{ ...LIST, children: [{ ...WRITE, title: '便签' }] }]],
  ])('are reported with title_twice for one title: %s', async (_, items) => {
    expect(await found(items)).toEqual([['title_twice', MENU_FILE, '便签']])
  })
  test.each([
    ['the same page below its group', [{ ...LIST, children: [{ ...LIST, id: 'first' }] }]],
    ['one that is hidden', [LIST, { ...WRITE, title: '便签', hidden: true }]],
    [
      'those of different people',
      [
        { ...LIST, access: 'operator' },
        { ...WRITE, title: '便签', access: 'supplier' },
      ],
    ],
    ["the user's own menu", [LIST, { ...WRITE, title: '便签', user: true }]],
  ])('are accepted with one title: %s', async (_, items) => {
    expect(await found(items)).toEqual([])
  })

  test('are reported with menu_user_open when a user entry opens a page for visitors', async () => {
    expect(await found([{ ...LIST, user: true }])).toEqual([['menu_user_open', MENU_FILE, 'note/list']])
    expect(await found([{ ...LIST, user: true, access: 'registered' }])).toEqual([])
    expect(await found([LIST, { ...LIST, id: 'own', user: true }])).toEqual([])
  })
})

test('MEMBERS lists exactly the content actions that the server refuses to visitors', () => {
  const folder = join(ROOT, 'src/server/content')
  const table = readFileSync(join(folder, 'action-table.ts'), 'utf8')
  const actions = [...table.matchAll(/import \{ (\w+) \} from '\.\/(.+\.ts)'/g)]
  const asking = actions
    .filter(([, , file = '']) => readFileSync(join(folder, file), 'utf8').includes('requireSignedIn('))
    // The table says under which action a function serves: `standing: relation`.
    .map(([, name = '']) => new RegExp(`(\\w+): ${name},`).exec(table)?.[1] ?? name)
  // Transitions have the names that lifecycles give them.
  expect(asking.filter((name) => name !== 'transitionAction').sort()).toEqual([...MEMBERS].sort())
})
