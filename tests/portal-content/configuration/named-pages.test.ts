// Tests that texts of this portal which send users to a page use the title of an existing page.
import { expect, test } from 'vitest'
import { model } from '../../support/portal-model.ts'

const titles = new Set(model.pages.map(({ title }) => title))

/** Every text of a compiled value, with the place it stands at. */
function textsIn(value: unknown, place = ''): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${place}/${key}`))
}

/** `可在“我的发布”中查看`, `见“个人中心—我的方案”`, and whatever is called mine. */
function pagesNamed(text: string): string[] {
  const named = [...text.matchAll(/在“([^”]+)”中查看|见“([^”]+)”|“(我的[^”]+)”/g)]
  return named.flatMap((found) => (found.slice(1).find(Boolean) ?? '').split('—'))
}

test('receipts, hints and notes that refer to a page use the title of an existing page', () => {
  const texts = [
    ...model.pages.flatMap((page) => textsIn({ ...page, form: undefined }, page.id)),
    ...model.contentTypes.flatMap(({ name, lifecycle, fields }) => [
      ...textsIn(lifecycle, `lifecycle/${lifecycle.name}`),
      ...textsIn(fields, `content/${name}`),
    ]),
  ]
  const named = texts.flatMap(([place, text]) => pagesNamed(text).map((title) => [place, title] as const))
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter(([, title]) => !titles.has(title))).toEqual([])
})

test('the receipt of a state names only transitions of its lifecycle', () => {
  for (const { lifecycle } of model.contentTypes)
    for (const { saved } of Object.values(lifecycle.states))
      for (const [, title] of saved?.next.matchAll(/选择“([^”]+)”/g) ?? [])
        expect(lifecycle.transitions.map((step) => step.title)).toContain(title)
})
