// Tests `nearestName`, which suggests a known name for an unknown one.
import { expect, test } from 'vitest'
import { nearestName } from '#config/load/nearest-name.ts'

test.each([
  [
    'a letter left out, where another is as near by a letter mistaken',
    'ofline',
    ['online', 'offline'],
    'offline',
  ],
  ['letters left out of the middle', 'pairAt', ['pairId', 'pairedAt'], 'pairedAt'],
  ['two letters exchanged', 'C40', ['C10', 'C04'], 'C04'],
  ['a letter mistaken', 'onlune', ['offline', 'online'], 'online'],
  ['whatever is written large', 'OnLine', ['offline', 'online'], 'online'],
  ['the first of those that are as near', 'b1', ['a1', 'c1'], 'a1'],
  ['none where none is near', 'phone', ['mobile', 'title'], undefined],
  ['not itself', 'title', ['title', 'titles'], 'titles'],
])('nearestName suggests the nearest name: %s', (_, name, known, nearest) => {
  expect(nearestName(name, known)).toBe(nearest)
})
