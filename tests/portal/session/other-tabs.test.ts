// Checks that a tab follows what another tab has saved, whatever its own cookie still says.
import { expect, test } from 'vitest'
import { USER_KEY } from '#portal/core/session/saved-session.ts'
import { currentSession, startSession } from '#portal/core/session/session.ts'

const USER = { id: 'u1', userName: 'demo-science', name: '示例', role: 'science', black: false } as const

const tell = (newValue: string | null): void => {
  window.dispatchEvent(new StorageEvent('storage', { key: USER_KEY, newValue }))
}

test('another tab signs out, and its cookie is known here only later', () => {
  startSession({ token: 'old', user: USER })
  tell(null)
  expect(currentSession()).toEqual({ user: null, token: null, ticket: null })
})

test('another tab signs in as somebody else, and its cookie is known here only later', () => {
  startSession({ token: 'old', user: USER })
  tell(JSON.stringify({ ...USER, id: 'u2', name: '另一位', token: 'new', ticket: 'ST-1' }))
  expect(currentSession()).toEqual({
    user: { ...USER, id: 'u2', name: '另一位' },
    token: 'new',
    ticket: 'ST-1',
  })
})

test('what makes no sense in the storage signs nobody in', () => {
  startSession({ token: 'old', user: USER })
  tell('nonsense')
  expect(currentSession().user).toBeNull()
})
