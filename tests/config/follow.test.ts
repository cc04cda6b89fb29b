// Tests the check of `follow`, and of links whose address is a field of a record.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

const FILES = portalFiles()

function check(path: string, change: (file: Record<string, unknown>) => void) {
  const file = JSON.parse(FILES.get(path) ?? '{}') as Record<string, unknown>
  change(file)
  const result = checkConfiguration(new Map(FILES).set(path, JSON.stringify(file, null, 2)))
  return result.ok ? [] : result.problems.map(({ slug, found }) => [slug, found])
}

test('`follow` of a content type is refused when no other type refers to it', () => {
  const change = (file: Record<string, unknown>) => Object.assign(file, { follow: true })
  expect(check('schemas/content/law.json', change)).toEqual([['follow_nothing', undefined]])
  expect(check('schemas/content/demand.json', change)).toEqual([])
})

test('`open` of a record list accepts an address field of the record and refuses an unknown field', () => {
  const open = (address: string) => (file: Record<string, unknown>) => Object.assign(file, { open: address })
  expect(check('pages-config/account/drafts.json', open('{item.adress}'))).toEqual([
    ['placeholder_field', 'adress'],
  ])
  expect(check('pages-config/account/drafts.json', open('{item.address}'))).toEqual([])
})
