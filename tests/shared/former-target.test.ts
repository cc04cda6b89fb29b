// Tests the redirect of former page addresses.
import { expect, test } from 'vitest'
import { formerTarget } from '#shared/addresses/former-target.ts'

const FORMER = [
  { path: '/devices', to: '/gear' },
  { path: '/device/:id/:tab?', to: '/gear/:id/:tab?' },
  { path: '/operator/:a?/:b?/:c?', to: '/console/:a?/:b?/:c?' },
]

test.each([
  ['/devices', '/gear'],
  ['/device/a%20b', '/gear/a%20b'],
  ['/device/a/parts', '/gear/a/parts'],
  ['/elsewhere', undefined],
  ['/operator', '/console'],
  ['/operator/webhook/delivery/item', '/console/webhook/delivery/item'],
  ['/operator/a/b/c/d', undefined],
])('formerTarget returns for %s the path %s', (path, to) => {
  expect(formerTarget(FORMER, path)).toBe(to)
})
