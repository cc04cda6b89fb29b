// Owns the cases of what a transition's words and a page's title bar may say (TTL-02, TTL-03).
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '../../src/config/load.ts'
import { smallFiles, ZONE, ZONE_FILE } from '../server/support/small-configuration.ts'
import { model as portal } from '../support/portal-model.ts'

const LIFECYCLE_FILE = 'schemas/lifecycles/plain.json'

async function check(file: string, change: (value: Record<string, unknown>) => unknown) {
  const files = await smallFiles()
  const text = files.get(file) ?? JSON.stringify(ZONE)
  files.set(file, JSON.stringify(change(JSON.parse(text) as Record<string, unknown>), null, 2))
  const result = checkConfiguration(files)
  return result.ok ? result.model : result.problems.map(({ slug, message }) => `${slug} ${message}`)
}

const withReason = (reason: unknown, done?: unknown) => (value: Record<string, unknown>) => {
  const [first] = value.transitions as object[]
  return { ...value, transitions: [{ ...first, reason, ...(done === undefined ? {} : { done }) }] }
}

describe('the words of a transition', () => {
  test.each([[true], [{ title: '删除原因' }], [{ title: '删除原因', shown: '删除说明', optional: true }]])(
    '%j are taken',
    async (reason) => {
      expect(await check(LIFECYCLE_FILE, withReason(reason, '已删除'))).toHaveProperty('hash')
    },
  )

  test.each([
    [{ help: '没有名称' }, 'key_missing 缺少必需的键“title”'],
    [{ title: '原因', optinal: true }, '不认识的键“optinal”'],
    ['原因', 'type_wrong 类型不对'],
    [{ title: '' }, 'value_limit'],
  ])('%j are refused', async (reason, said) => {
    const problems = await check(LIFECYCLE_FILE, withReason(reason))
    expect(String(problems)).toContain(said)
  })
})

test('a transition leads back to known states only', async () => {
  const back = (state: string) => (value: Record<string, unknown>) => {
    const [first] = value.transitions as object[]
    return { ...value, transitions: [{ ...first, back: [state] }] }
  }
  expect(await check(LIFECYCLE_FILE, back('online'))).toHaveProperty('hash')
  expect(String(await check(LIFECYCLE_FILE, back('onlin')))).toContain('state_unknown 状态“onlin”没有定义')
})

describe('the title bar of a page', () => {
  const titled = (titleBar: unknown) => check(ZONE_FILE, (value) => ({ ...value, titleBar }))

  test.each([[{ type: 'home-page' }], [{ back: -2, title: '返回上层' }]])(
    '%j reaches the page',
    async (bar) => {
      const model = await titled(bar)
      if (Array.isArray(model)) throw new Error(model.join('\n'))
      const page = 'pages' in model ? model.pages.find(({ path }) => path === '/TrialZone') : undefined
      expect(page?.titleBar).toEqual(bar)
    },
  )

  test('is there where the menu does not lead, and on forms; a page that has another way out says so', () => {
    const barOf = (path: string) => portal.pages.find((page) => page.path === path)?.titleBar
    for (const path of ['/progress', '/feedback', '/privacy', '/agreement', '/report', '/homePageSearch'])
      expect(barOf(path), path).toEqual({})
    for (const path of ['/home-page', '/consult-page', '/tenderingBidding-page', '/login', '/404', '/500'])
      expect(barOf(path), path).toBeUndefined()
  })

  test.each([
    [{ type: 'home-page', back: -2 }, 'title_bar_steps 标题栏写了 type'],
    [{ type: 'home' }, 'value_unknown'],
    [{ back: 1 }, 'value_limit'],
    [{ back: -2, label: '回' }, 'key_unknown'],
  ])('%j is refused', async (bar, said) => {
    expect(String(await titled(bar))).toContain(said)
  })
})
