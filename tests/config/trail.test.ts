// Tests the trail of a page, from which its breadcrumb is drawn.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { baseFiles, FORM_PAGE_FILE, SITE_FILE } from './language-case.ts'

test('the trail of a page whose parent is the home page names the home page once', async () => {
  const files = await baseFiles()
  expect(JSON.parse(files.get(SITE_FILE) ?? '').pages.home).toBe('note/list')
  expect(JSON.parse(files.get(FORM_PAGE_FILE) ?? '').parent).toBe('note/list')
  const result = checkConfiguration(files)
  const page = result.ok ? result.model.pages.find(({ id }) => id === 'note/publish') : undefined
  expect(page?.trail).toEqual([{ title: '首页', path: '/notes' }])
})
