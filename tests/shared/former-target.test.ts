// Lists cases of addresses that pages had before.
import { expect, test } from 'vitest'
import { formerTarget } from '#shared/addresses/former-target.ts'

const FORMER = [
  { path: '/devices', to: '/gear' },
  { path: '/device/:id/:tab?', to: '/gear/:id/:tab?' },
]

test.each([
  ['/devices', '/gear'],
  ['/device/a%20b', '/gear/a%20b'],
  ['/device/a/parts', '/gear/a/parts'],
  ['/elsewhere', undefined],
])('%s leads to %s', (path, to) => {
  expect(formerTarget(FORMER, path)).toBe(to)
})
