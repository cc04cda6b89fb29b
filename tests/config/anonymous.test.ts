// Tests the check of `anonymous`, the field that hides the owner of an item.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

const FILE = 'schemas/content/zhihu.json'

async function check(anonymous: string) {
  const files = portalFiles()
  const type = JSON.parse(String(files.get(FILE))) as object
  files.set(FILE, JSON.stringify({ ...type, anonymous }, null, 2))
  return checkConfiguration(files)
}

test.each([
  ['anonymus', { slug: 'field_unknown', nearest: 'anonymous' }],
  ['title', { slug: 'anonymous_type', expected: 'boolean' }],
])('anonymous set to %s is refused with a Chinese message', async (name, problem) => {
  const result = await check(name)
  expect(result.ok).toBe(false)
  if (result.ok) return
  expect(result.problems).toMatchObject([{ file: FILE, ...problem }])
  expect(result.problems[0]?.message).toMatch(/字段/)
})
