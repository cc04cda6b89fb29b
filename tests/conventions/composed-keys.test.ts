// Tests that the portal ignores keys while an input method composes.
import { expect, test } from 'vitest'
import { isComposing, pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { readFiles } from '../support/source-files.ts'

/** A key of a keyboard event, read past the helper; events of the storage have a key too. */
const READS_KEY =
  /\bevent\.(?:key|keyCode|which|isComposing)\b(?! === USER_KEY)|\bnativeEvent\.isComposing\b|\{[^}]*\bkey\b[^}]*\}: KeyboardEvent/

test('every key handler of the portal reads its key through pressedKey', () => {
  const files = readFiles('src/portal', /\.tsx?$/).filter(
    ({ path }) => !path.endsWith('ui/hooks/pressed-key.ts'),
  )
  expect(files.filter(({ text }) => READS_KEY.test(text)).map(({ path }) => path)).toEqual([])
  expect(files.filter(({ text }) => text.includes('pressedKey(')).length).toBeGreaterThan(10)
})

test('pressedKey returns no key while an input method composes', () => {
  expect(pressedKey({ key: 'Enter' })).toBe('Enter')
  expect(pressedKey({ key: 'Enter', isComposing: true })).toBe('')
  expect(pressedKey({ key: 'Enter', keyCode: 229 })).toBe('')
  expect(pressedKey({ key: 'Escape', nativeEvent: { isComposing: true } })).toBe('')
  expect(isComposing({ key: 'ArrowDown', keyCode: 40 })).toBe(false)
})
