// Tests the check of encrypted fields (x-secret), which the database cannot search, filter or sort.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../server/support/small-configuration.ts'

async function check(field: object, more: object = {}) {
  const { fields } = NOTE
  const properties = {
    ...fields.properties,
    passport: { type: 'string', title: '护照号', 'x-secret': true, 'x-visible': ['owner'], ...field },
  }
  const note = { ...NOTE, ...more, fields: { ...fields, properties } }
  const result = checkConfiguration((await smallFiles()).set(NOTE_FILE, JSON.stringify(note)))
  return result.ok ? [] : result.problems.map(({ slug }) => slug)
}

test('a field with x-secret is accepted', async () => {
  expect(await check({})).toEqual([])
})
test.each([
  ['x-search', { 'x-search': 'A' }, 'secret_open'],
  ['x-filter', { 'x-filter': true }, 'secret_open'],
  ['x-sort', { 'x-sort': true }, 'secret_open'],
  ['rich text', { 'x-widget': 'rich-text' }, 'annotation_type'],
  ['a picture', { 'x-widget': 'image' }, 'annotation_type'],
])('a field with x-secret is refused with %s', async (_, field, slug) => {
  expect(await check(field)).toContain(slug)
})
test('a field with x-secret is refused as heading', async () => {
  expect(await check({}, { heading: 'passport' })).toContain('secret_open')
})
