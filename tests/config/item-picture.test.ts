// Tests pictures of items that come from the parameter family of their content type.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { instrumentFiles } from './instrument-family.ts'
import { baseFiles, DETAIL_FILE, LIST_FILE } from './language-case.ts'

async function compile(family: Readonly<Record<string, unknown>>): Promise<Model> {
  const files = await baseFiles()
  for (const [path, text] of instrumentFiles(family)) files.set(path, text)
  const result = checkConfiguration(files)
  if (!result.ok) throw new Error(result.problems.map(({ file, message }) => `${file} ${message}`).join('\n'))
  return result.model
}

const PICTURE = { field: 'photos', family: 'instrument', by: 'kind' }

test('a type with parameters of a family with pictures gets these pictures on all its pages', async () => {
  const { contentTypes, pages } = await compile({ pictures: true })
  expect(contentTypes.find(({ name }) => name === 'note')?.picture).toEqual(PICTURE)
  const pageOf = (file: string) => pages.find(({ id }) => file === `pages-config/${id}.json`)
  expect(pageOf(LIST_FILE)).toMatchObject({ picture: PICTURE })
  expect(pageOf(DETAIL_FILE)).toMatchObject({
    picture: PICTURE,
    aside: [{ content: { picture: PICTURE } }, {}],
  })
})

test('a parameter family without pictures gives no pictures to types and pages', async () => {
  const { contentTypes, pages } = await compile({})
  expect([...contentTypes, ...pages].filter((one) => 'picture' in one)).toEqual([])
})
