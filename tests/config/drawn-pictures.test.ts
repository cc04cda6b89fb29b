// Tests `picture.draw` of a content type: pictures that are drawn from fields of its items.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE_FILE } from '../server/support/small-configuration.ts'
import { baseFiles, checkChanged, LIST_FILE, type Written } from './language-case.ts'

const change = (picture: object) => (written: Written) => ({ ...written, picture })

test('`picture.draw` of a content type is compiled into the type and its list page', async () => {
  const files = await baseFiles()
  const note = JSON.parse(files.get(NOTE_FILE) ?? '')
  files.set(NOTE_FILE, JSON.stringify({ ...note, picture: { draw: 'emblem', name: 'title' } }))
  const result = checkConfiguration(files)
  if (!result.ok) throw new Error(result.problems.map(({ file, message }) => `${file} ${message}`).join('\n'))
  const drawn = { draw: 'emblem', name: 'title' }
  expect(result.model.contentTypes.find(({ name }) => name === 'note')?.picture).toMatchObject({ drawn })
  expect(result.model.pages.find(({ id }) => LIST_FILE === `pages-config/${id}.json`)).toMatchObject({
    picture: { drawn },
  })
})

test.each([
  ['a field that is not there', { draw: 'emblem', name: 'titel' }, 'field_unknown', '字段“titel”没有定义'],
  ['what it cannot do without', { draw: 'journal' }, 'picture_needs', '“journal”须用 name 写明'],
  [
    'what it does not show',
    { draw: 'portrait', name: 'title', year: 'title' },
    'picture_field',
    '“portrait”不支持 year，可写：name',
  ],
])('a mistake in `picture.draw` of a content type is reported: %s', async (_name, picture, slug, said) => {
  const { problems } = await checkChanged(NOTE_FILE, change(picture))
  expect(problems.map((one) => `${one.slug} ${one.message}`).join('\n')).toContain(`${slug} ${said}`)
})
