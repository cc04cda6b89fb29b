// Tests the check of site.json and of dictionary covers, with file name and line.
import { describe, expect, test } from 'vitest'
import { contrast } from '#config/compile/common/color-contrast.ts'
import { SITE_COLORS, SITE_PAGES } from '#shared/model/site.ts'
import { model } from '../support/portal-model.ts'
import { checkChanged, type Written } from './language-case.ts'

const FILE = 'pages-config/site.json'

async function problemsOf(change: (written: Written) => unknown) {
  const { problems, lines } = await checkChanged(FILE, change)
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ slug, file, line, message }) => ({ slug, file, text: lines[line - 1]?.trim(), message }))
}

const withPages = (pages: object) => (written: Written) => ({
  ...written,
  pages: { ...written.pages, ...pages },
})

describe('site.json', () => {
  test('is accepted as written in the small configuration', async () => {
    expect(await problemsOf((written) => written)).toEqual([])
  })

  test.each([
    [
      'a page that is not there',
      withPages({ login: 'note/lisst' }),
      'page_unknown',
      '您是不是想写“note/list”',
    ],
    ['a page that needs an id', withPages({ home: 'note/detail' }), 'site_page_param', '需要参数“id”'],
    [
      'a closed page',
      withPages({ help: ['note/publish'] }),
      'site_page_closed',
      '此处只能用对所有人开放的页面',
    ],
    [
      'a mark that is not there',
      (w: Written) => ({ ...w, logo: 'assets/sign.svg' }),
      'site_file_missing',
      '不存在',
    ],
    [
      'a colour on which nobody can read',
      (w: Written) => ({ ...w, colors: { primary: '#9AC4F8' } }),
      'site_contrast',
      '至少要 4.5:1',
    ],
    [
      'hot words of a type without an end',
      (w: Written) => ({ ...w, hotWords: 'note' }),
      'site_entry_fields',
      '没有字段 place、blocked、until',
    ],
    [
      'a soft colour too near its text',
      (w: Written) => ({ ...w, colors: { primary: '#0B4EA2', primarySoft: '#4A86D0' } }),
      'site_contrast',
      '其上主色的文字',
    ],
    [
      'a time zone that nobody knows',
      (w: Written) => ({ ...w, timeZone: 'Asia/Urumchi' }),
      'site_zone_unknown',
      '您是不是想写“Asia/Urumqi”',
    ],
    ['no colour', (w: Written) => ({ ...w, colors: { primary: 'blue' } }), 'value_format', '“blue”'],
    ['an unknown key', (w: Written) => ({ ...w, moto: '服务' }), 'key_unknown', '您是不是想写“motto”'],
  ])('is refused with %s', async (_, change, slug, said) => {
    const [problem, ...others] = await problemsOf(change)
    expect(others).toEqual([])
    expect(problem).toMatchObject({ slug, file: FILE })
    expect(problem?.message).toContain(said)
  })

  test('is required when there is a menu', async () => {
    const { problems } = await checkChanged('pages-config/menu.json', (written) => written, [FILE])
    expect(problems.map(({ slug }) => slug)).toContain('site_missing')
  })

  test('must name the report page when a page has a report action', async () => {
    const report = (written: Written) => ({ ...written, actions: [{ do: 'report' }] })
    const { problems } = await checkChanged('pages-config/note/detail.json', report)
    expect(problems).toMatchObject([{ slug: 'report_page', file: 'pages-config/note/detail.json' }])
    expect(problems[0]?.message).toContain('pages.report')
  })
})

describe('covers of a dictionary', () => {
  const looked = (look: object) => (written: Written) => ({
    ...written,
    items: [{ value: '1', label: '晴', look }],
  })
  test.each([
    [
      'too pale a colour',
      { color: '#9AC4F8', pattern: 'grid', icon: 'news' },
      'look_contrast',
      '至少要 4.5:1',
    ],
    [
      'an icon that is not there',
      { color: '#0B4EA2', pattern: 'grid', icon: 'nwes' },
      'icon_unknown',
      '“news”',
    ],
    [
      'a pattern that is not there',
      { color: '#0B4EA2', pattern: 'dots', icon: 'news' },
      'value_unknown',
      'grid',
    ],
  ])('are refused with %s', async (_, look, slug, said) => {
    const { problems } = await checkChanged('schemas/dictionaries/mood.json', looked(look))
    const found = problems.find((problem) => problem.slug === slug)
    expect(found?.message).toContain(said)
  })
  test('are refused when site.json names an unknown dictionary', async () => {
    expect(await problemsOf((written) => ({ ...written, covers: 'moods' }))).toMatchObject([
      { slug: 'dictionary_unknown', file: FILE },
    ])
  })
})

describe('site.json of this portal', () => {
  test('names a page for every purpose and a colour for every use', () => {
    expect(Object.keys(model.site.pages).sort()).toEqual([...SITE_PAGES, 'help', 'signIn'].sort())
    expect(Object.keys(model.site.colors).sort()).toEqual([...SITE_COLORS].sort())
  })
})

test('contrast returns the contrast ratio of WCAG', () => {
  expect(contrast('#FFFFFF', '#000000')).toBe(21)
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2)
  expect(contrast('#777777', '#777777')).toBe(1)
})
