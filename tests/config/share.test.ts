// Tests `share` of a detail page: allowed fields, defaults, and the resulting texts.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { fillDescription } from '#shared/content/page-description.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { portalFiles } from '../support/portal-files.ts'

const FILES = portalFiles()
const FILE = 'pages-config/equipment/detail.json'

function load(share: unknown, source?: unknown) {
  const files = new Map(FILES)
  const page = JSON.parse(files.get(FILE) ?? '{}') as Record<string, unknown>
  files.set(FILE, JSON.stringify({ ...page, share, ...(source ? { source } : {}) }, null, 2))
  return checkConfiguration(files)
}

function problemsOf(share: unknown, source?: unknown) {
  const result = load(share, source)
  if (result.ok) return []
  return result.problems
    .filter(({ file, slug }) => file === FILE && /^(share|placeholder|shape)/.test(slug))
    .map(({ slug, found }) => [slug, found])
}

describe('"share" of a detail page', () => {
  test('accepts public fields, and an image path of the portal', () => {
    expect(
      problemsOf({ title: '{item.name}（{item.model}）', description: '{item.intro}', image: '/a.png' }),
    ).toEqual([])
    expect(problemsOf({ title: '{item.companyIdTitle}', image: '{item.images}' })).toEqual([])
  })

  test('refuses unknown fields, private fields and fields that are no text or picture', () => {
    expect(problemsOf({ title: '{item.nmae}' })).toEqual([['placeholder_field', 'nmae']])
    expect(problemsOf({ title: '{query.id}' })).toEqual([['placeholder_root', 'query']])
    expect(problemsOf({ title: '{item.contactName}' })).toEqual([['share_private', 'contactName']])
    expect(problemsOf({ description: '{item.images}' })).toEqual([['share_field', 'image-list']])
    expect(problemsOf({ image: '{item.name}' })).toEqual([['share_field', 'text']])
  })

  test('is refused on a page without a content type', () => {
    const source = { operation: 'users.application', params: { id: '{query.id}' } }
    expect(problemsOf({ title: '{item.name}' }, source)).toContainEqual(['share_type', undefined])
  })

  test('is by default the heading, the first text and the picture of the item', () => {
    const result = load(undefined)
    if (!result.ok) throw new Error('the configuration is sound')
    const page = result.model.pages.find(({ id }) => id === 'equipment/detail') as DetailPage
    expect(page.share).toMatchObject({
      title: '{item.name}',
      description: '{item.intro}',
      image: '{item.images}',
      type: 'equipment',
    })
  })
})

describe('fillDescription', () => {
  const say = (name: string) => ({ no: 'GB 1', scope: '适用于排水。', city: '武汉' })[name] ?? ''
  test.each([
    ['{item.scope}', '适用于排水。'],
    ['标准（{item.no}）', '标准（GB 1）'],
    ['标准（{item.none}）', '标准'],
    ['主办：{item.none}，地点：{item.city}，截止 {item.none}。{item.scope}', '地点：武汉，适用于排水。'],
    ['{item.none}', ''],
    ['固定的文字，{item.none}', '固定的文字'],
  ])('turns the template %s into the text %s', (text, said) => {
    expect(fillDescription(text, say)).toBe(said)
  })
})
