// Tests that a tab follows a sign-in or sign-out in another tab, whatever its own cookie contains.
import { expect, test } from 'vitest'
import { USER_KEY } from '#portal/core/session/saved-session.ts'
import { currentSession } from '#portal/core/session/session.ts'
import { beginSession } from '../../support/begin-session.ts'

const USER = { id: 'u1', userName: 'demo-science', name: '示例', role: 'science', black: false } as const

const tell = (newValue: string | null): void => {
  window.dispatchEvent(new StorageEvent('storage', { key: USER_KEY, newValue }))
}

test('a sign-out in another tab ends the session although the cookie of this tab is unchanged', () => {
  beginSession('old', { user: USER })
  tell(null)
  expect(currentSession()).toEqual({ user: null, id: null, ticket: null })
})

test('a sign-in in another tab replaces the session although the cookie of this tab is unchanged', () => {
  beginSession('old', { user: USER })
  tell(JSON.stringify({ ...USER, id: 'u2', name: '另一位', session: 'new', ticket: 'ST-1' }))
  expect(currentSession()).toEqual({
    user: { ...USER, id: 'u2', name: '另一位' },
    id: 'new',
    ticket: 'ST-1',
  })
})

test('an invalid text in the storage signs the user out', () => {
  beginSession('old', { user: USER })
  tell('nonsense')
  expect(currentSession().user).toBeNull()
})
