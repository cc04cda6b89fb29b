// Tests `nearestName`, which suggests a known name for an unknown one.
import { expect, test } from 'vitest'
import { nearestName } from '#config/load/nearest-name.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { baseFiles, FORM_PAGE_FILE } from './language-case.ts'

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

test('check of a link to an unknown page: the suggestion is never the page that has the link', async () => {
  const files = await baseFiles()
  const page = JSON.parse(files.get(FORM_PAGE_FILE) ?? '')
  files.set(FORM_PAGE_FILE, JSON.stringify({ ...page, parent: 'note/publisher' }))
  const result = checkConfiguration(files)
  const messages = result.ok ? [] : result.problems.map(({ message }) => message)
  expect(messages).toEqual([expect.stringMatching(/^上级页面“note\/publisher”不存在/)])
  expect(messages.join()).not.toContain('note/publish”')
})
