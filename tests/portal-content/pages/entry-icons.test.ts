// Tests that the entries of a quick-links section have different icons.
import { expect, test } from 'vitest'
import { readFiles } from '../../support/source-files.ts'

interface Section {
  readonly widget: string
  readonly title?: string
  readonly options?: { readonly items?: readonly { readonly icon?: string }[] }
}

const SECTIONS = readFiles('pages-config', /\.json$/).flatMap(({ path, text }) => {
  const { sections = [], aside = [] } = JSON.parse(text) as Record<
    'sections' | 'aside',
    Section[] | undefined
  >
  return [...sections, ...aside]
    .filter(({ widget }) => widget === 'quick-links')
    .map(({ title = '', options }) => ({
      path,
      title,
      icons: (options?.items ?? []).map(({ icon }) => icon),
    }))
})

test.each(SECTIONS)('$path: the quick links of section “$title” use each icon once', ({ icons }) => {
  expect(icons.length).toBeGreaterThan(0)
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([])
})
