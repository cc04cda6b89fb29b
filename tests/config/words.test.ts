// Tests the check of forbidden and doubled words: findings, messages, and correct texts.
import { describe, expect, test } from 'vitest'
import { toWordFinder } from '#config/lint/texts/words.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'
import { checkChanged, DETAIL_FILE, FORM_PAGE_FILE, SITE_FILE, type Written } from './language-case.ts'

const WORDS = /^word_/

async function findingsOf(file: string, change: (written: Written) => unknown) {
  const { problems, lines } = await checkChanged(file, change)
  return problems
    .filter(({ slug }) => WORDS.test(slug))
    .map(({ line, ...problem }) => ({ ...problem, text: lines[line - 1] ?? '' }))
}

const titled = (title: string) => (written: Written) => ({ ...written, title })
const nexted = (next: string) => (written: Written) => ({ ...written, receipt: { title: '已写好', next } })

test('a configuration without forbidden words gives no findings', async () => {
  expect(await findingsOf(DETAIL_FILE, (written) => written)).toEqual([])
})

describe('forbidden word', () => {
  test.each([
    ['登陆后查看', '“登陆”应写作“登录”', '登录'],
    ['您的帐号', '“帐号”应写作“账号”', '账号'],
    ['其它便签', '“其它”应写作“其他”', '其他'],
    ['参数错误', '请说明哪一项有误、如何填写', undefined],
    ['系统异常，请重试', '请说明发生了什么、如何处理', undefined],
    ['暂无数据', '请说明此处将显示什么、如何产生', undefined],
    ['便签保存失败', '文字以“失败”结束，请补充如何处理', undefined],
    ['便签保存失败！', '文字以“失败！”结束', undefined],
  ])('is reported in the title %s', async (title, said, expected) => {
    const found = await findingsOf(DETAIL_FILE, titled(title))
    expect(found).toMatchObject([{ slug: 'word_forbidden', severity: 'warning', file: DETAIL_FILE }])
    expect(found[0]?.expected).toBe(expected)
    expect(found[0]?.message).toContain(said)
    expect(found[0]?.text).toContain(`"title": "${title}"`)
  })

  test('is reported with the text around it, not with the whole of a long text', async () => {
    const long = '便签由写的人保管，'.repeat(6)
    const [found] = await findingsOf(FORM_PAGE_FILE, nexted(`${long}请先登陆再看。`))
    expect(found?.message).toContain('请先登陆再看。')
    expect(found?.message.length).toBeLessThan(60)
  })

  test('is reported for each of two words in one text', async () => {
    const found = await findingsOf(FORM_PAGE_FILE, nexted('登陆后，在其它便签中查看。'))
    expect(found.map(({ found: word }) => word)).toEqual(['登陆', '其它'])
  })

  test.each(['台风登陆前的便签', '以经验为准', '保存失败，请稍后重试', '失败', '帐篷', 'undefined'])(
    'is not reported in the title %s',
    async (title) => {
      expect(await findingsOf(DETAIL_FILE, titled(title))).toEqual([])
    },
  )
})

describe('doubled word or punctuation mark', () => {
  test.each([
    ['请请填写', '请请'],
    ['便签的的标题', '的的'],
    ['已保存。。', '。。'],
    ['便签，，标签', '，，'],
    ['写下““便签””', '““'],
  ])('is reported with its correction in the title %s', async (title, twice) => {
    const found = await findingsOf(DETAIL_FILE, titled(title))
    expect(found[0]).toMatchObject({
      slug: 'word_doubled',
      severity: 'warning',
      found: twice,
      expected: twice.slice(0, 1),
    })
    expect(found[0]?.message).toContain(`“${twice}”重复了，请只留一个`)
  })

  test.each(['申请请先登录', '目的的说明', '的的确确', '以及及时办理', '等等……'])(
    'is not reported in the correct text %s',
    async (title) => {
      expect(await findingsOf(DETAIL_FILE, titled(title))).toEqual([])
    },
  )
})

describe('`words` of site.json', () => {
  const find = toWordFinder([{ not: '便条', use: '便签', except: ['便条纸'] }])

  test('are reported in texts, except inside the longer words of `except`', () => {
    expect(find('写便条')).toMatchObject([{ slug: 'word_forbidden', found: '便条', expected: '便签' }])
    expect(find('便条纸')).toEqual([])
    expect(find('便条纸上的便条')).toHaveLength(1)
  })

  test('are checked in every file, except in the list itself', async () => {
    const own = (words: object) => (written: Written) => ({ ...written, words })
    const found = await findingsOf(SITE_FILE, own([{ not: '便签', use: '笔记' }]))
    const files = found.flatMap(({ file, also = [] }) => [file, ...also.map((one) => one.file)])
    expect(files).toContain(DETAIL_FILE)
    // Its name; not the list of words.
    expect(files.filter((file) => file === SITE_FILE)).toHaveLength(2)
    expect(found.every(({ message }) => message.startsWith('“便签”应写作“笔记”'))).toBe(true)
  })

  test('override the advice for a word that the program checks too', async () => {
    const words = [{ not: '其它', use: '别的' }]
    const found = await findingsOf(SITE_FILE, (written) => ({ ...written, words, motto: '其它' }))
    expect(found.map(({ expected }) => expected)).toEqual(['别的'])
  })
})

test('samples may contain forbidden words, but no doubled words', async () => {
  const samples = (title: string) => ({
    'schemas/samples/note.json': {
      $schema: '../config/samples.schema.json',
      items: [{ title }],
    },
  })
  const slugsOf = async (title: string) =>
    (await checkChanged(DETAIL_FILE, (written) => written, [], samples(title))).problems.map(
      ({ slug }) => slug,
    )
  expect(await slugsOf('强台风在沿海登陆')).not.toContain('word_forbidden')
  expect(await slugsOf('强台风在在沿海登陆，，请请防范')).toContain('word_doubled')
})

test('a dictionary that only some roles may read may contain forbidden words', async () => {
  const words = (access: object) => ({
    'schemas/dictionaries/kept.json': {
      $schema: '../config/dictionary.schema.json',
      title: '需核实的词语',
      ...access,
      items: [{ value: '1', label: '登陆' }],
    },
  })
  const slugsOf = async (access: object) =>
    (await checkChanged(DETAIL_FILE, (written) => written, [], words(access))).problems.map(
      ({ slug }) => slug,
    )
  expect(await slugsOf({})).toContain('word_forbidden')
  expect(await slugsOf({ access: ['operator'] })).not.toContain('word_forbidden')
})

test('the configuration of this portal contains no forbidden or doubled words', () => {
  const result = checkConfiguration(portalFiles())
  expect(result.ok && result.warnings.filter(({ slug }) => WORDS.test(slug))).toEqual([])
})
