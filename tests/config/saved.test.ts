// Tests the check of save settings of a content type: several items of one user, period of saving.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

test.each([
  ['news', { several: true }, { slug: 'save_missing', found: 'several' }],
  ['news', { period: { from: '2026-01-01' } }, { slug: 'save_missing', found: 'period' }],
  ['radioDeclaration', { period: { from: '2026-03-02', until: '2026-03-01' } }, { slug: 'period_order' }],
])('save settings of %s with %j are refused, in Chinese', (type, more, problem) => {
  const file = `schemas/content/${type}.json`
  const files = portalFiles()
  files.set(file, JSON.stringify({ ...JSON.parse(String(files.get(file))), ...more }, null, 2))
  const result = checkConfiguration(files)
  expect(result.ok).toBe(false)
  if (result.ok) return
  expect(result.problems).toMatchObject([{ file, ...problem }])
  expect(result.problems[0]?.message).toMatch(/保存|截止日期/)
})
