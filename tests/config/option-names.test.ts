// Tests the check of content types, dictionaries and links inside the options of widgets.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

const HOME = 'pages-config/home.json'

test('an unknown content type in the options of a section is reported with its line and the nearest name', async () => {
  const files = portalFiles()
  const text = files.get(HOME) as string
  expect(text).toContain('"bidding", "demand"')
  expect(checkConfiguration(files).ok).toBe(true)
  const wrong = text.replace('"bidding", "demand"', '"biding", "demand"')
  const result = checkConfiguration(new Map(files).set(HOME, wrong))
  if (result.ok) throw new Error('accepted')
  const line = wrong.slice(0, wrong.indexOf('"biding"')).split('\n').length
  expect(result.problems).toMatchObject([
    { slug: 'content_unknown', file: HOME, line, found: 'biding', nearest: 'bidding' },
  ])
})

test('an unknown dictionary in the options of a section is reported with the nearest name', () => {
  const files = portalFiles()
  const page = 'pages-config/map/home.json'
  const text = files.get(page) as string
  const wrong = text.replace('"categories": "equipmentCategory"', '"categories": "equipmentCategorie"')
  expect(wrong).not.toBe(text)
  const result = checkConfiguration(new Map(files).set(page, wrong))
  if (result.ok) throw new Error('accepted')
  expect(result.problems).toMatchObject([
    { slug: 'dictionary_unknown', file: page, found: 'equipmentCategorie', nearest: 'equipmentCategory' },
  ])
})

test.each([
  [{ params: { id: '{item.id}' } }, 'key_missing', '/link'],
  [{ page: 'map/home', parms: { id: '1' } }, 'key_unknown', 'parms'],
  [{ page: 'map/home', params: ['1'] }, 'type_wrong', 'params'],
  [{ page: 'map/home', params: { kinds: ['1'] } }, 'type_wrong', 'kinds'],
  [{ page: 7 }, 'type_wrong', 'page'],
])('a link in the options of a widget is checked like any other link: %j', (link, slug, at) => {
  const files = portalFiles()
  const home = JSON.parse(files.get(HOME) as string)
  const teaser = home.sections.find(({ widget }: { widget: string }) => widget === 'map-teaser')
  teaser.options.link = link
  const text = JSON.stringify(home, null, 2)
  const result = checkConfiguration(new Map(files).set(HOME, text))
  if (result.ok) throw new Error('accepted')
  const own = result.problems.filter((problem) => problem.severity === 'error')
  expect(own).toMatchObject([{ slug, file: HOME }])
  expect(text.split('\n')[(own[0]?.line ?? 0) - 1]).toContain(
    at.startsWith('/') ? `"${at.slice(1)}"` : `"${at}"`,
  )
})
