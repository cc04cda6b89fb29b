// Tests everyday words in the site search, in lists and in suggestions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteAnswer } from '#server/search/site-search.ts'
import type { Suggestion } from '#server/search/suggest.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ samples: true })
  await app.services.database.vacuumAnalyze()
}, 180_000)
afterAll(() => app.close())

const FIRST = '10'
const urlOf = (path: string, params: Record<string, string>) => `${path}?${new URLSearchParams(params)}`

async function inSite(keyWord: string): Promise<SiteAnswer> {
  return (await app.get<SiteAnswer>(urlOf('/newapi/api/search', { keyWord, limit: FIRST }))).data
}

interface Listed extends Paged<{ readonly id: string; readonly title: string }> {
  readonly meant?: string
}

async function inList(keyWord: string, type: string, more: Record<string, string> = {}): Promise<Listed> {
  const list = app.source.model.operations.find(
    ({ content, access }) => content?.type === type && content.action === 'list' && access.includes('anyone'),
  )
  if (!list) throw new Error(`no list of ${type}`)
  const { data } = await app.get<Listed>(urlOf(list.path, { keyWord, limit: FIRST, ...more }))
  return data
}

async function suggested(keyWord: string): Promise<readonly Suggestion[]> {
  return (await app.get<Suggestion[]>(urlOf('/newapi/api/search/suggest', { keyWord }))).data
}

const titlesOf = (items: readonly { readonly title: string }[]) => items.map(({ title }) => title)

/** What somebody types, what the title of a first result must say, and the type of the list. */
const WORDS: readonly (readonly [keyWord: string, wanted: RegExp, type?: string])[] = [
  ['无人机', /无人机|无人驾驶航空器/],
  ['無人機', /无人机|无人驾驶航空器/],
  ['衛星電話', /卫星.*电话/],
  ['消防車', /消防车/],
  ['發電車', /电源车/],
  ['帳篷', /帐篷/],
  ['抽水机', /泵/],
  ['排水泵', /泵/],
  ['龙吸水', /排水抢险车/],
  ['UAV', /无人机|无人驾驶航空器/],
  ['uav', /无人机|无人驾驶航空器/],
  ['ＵＡＶ', /无人机|无人驾驶航空器/],
  ['drone', /无人机|无人驾驶航空器/],
  ['dron', /无人机|无人驾驶航空器/],
  ['皮划艇', /冲锋舟|橡皮艇/],
  ['橡皮船', /橡皮艇/],
  ['AED', /除颤/],
  ['除颤仪', /除颤/],
  ['自动体外除颤仪', /除颤/],
  ['手台', /对讲机/],
  ['步话机', /对讲机/],
  ['卫星手机', /卫星.*电话/],
  ['海事电话', /卫星.*电话/],
  ['satellite phone', /卫星.*电话/],
  ['帐篷', /帐篷/],
  ['tent', /帐篷/],
  ['发电车', /电源车/],
  ['应急灯', /照明/],
  ['照明车', /照明/],
  ['空呼', /空气呼吸器/],
  ['热成像', /热像仪/],
  ['测毒仪', /气体检测仪/],
  ['云梯车', /举高喷射消防车/],
  ['机器狗', /四足/],
  ['扫雪车', /除雪车/],
  ['wurenji', /无人机|无人驾驶航空器/],
  ['wu ren ji', /无人机|无人驾驶航空器/],
  ['wrj', /无人机|无人驾驶航空器/],
  ['weixingdianhua', /卫星.*电话/],
  ['wxdh', /卫星.*电话/],
  ['chongfengzhou', /冲锋舟/],
  ['cfz', /冲锋舟/],
  ['zhangpeng', /帐篷/],
  ['排捞', /排涝|排水/],
  ['无人几', /无人机|无人驾驶航空器/],
  ['冲锋州', /冲锋舟/],
  ['帐蓬', /帐篷/],
  ['对讲几', /对讲机/],
  ['卫星电活', /卫星.*电话/],
  ['SL-005A', /SL-005A/],
  ['sl005a', /SL-005A/],
  ['森林灭火', /森林|灭火/, 'news'],
  ['山火', /森林|灭火/, 'news'],
  ['防汛', /防汛|排水|洪/, 'news'],
  ['FANGXUN', /防汛/, 'news'],
]

describe.each(WORDS.map(([keyWord, wanted, type = 'equipment']) => ({ keyWord, wanted, type })))(
  'everyday word $keyWord',
  ({ keyWord, wanted, type }) => {
    test('is found in the site search, in the list and by suggestions', async () => {
      const found = await inSite(keyWord)
      expect(titlesOf(found.list)).toContainEqual(expect.stringMatching(wanted))
      expect(titlesOf((await inList(keyWord, type)).list)).toContainEqual(expect.stringMatching(wanted))
      expect(titlesOf(await suggested(keyWord))).toContainEqual(expect.stringMatching(wanted))
    })
  },
)

test('search finds a number with its unit, with or without a space, in any width and case', async () => {
  const whole = await inSite('20kg')
  expect(whole.totalCount).toBeGreaterThan(0)
  const list = await inList('20kg', 'equipment')
  expect(list.totalCount).toBeGreaterThan(0)
  for (const same of ['20 kg', '20 KG', '２０ｋｇ', '20㎏', '20 ㎏', '２０　ＫＧ']) {
    const { totalCount, list: found } = await inSite(same)
    expect([same, totalCount, found.map(({ id }) => id)]).toEqual([
      same,
      whole.totalCount,
      whole.list.map(({ id }) => id),
    ])
    expect([same, (await inList(same, 'equipment')).totalCount]).toEqual([same, list.totalCount])
  }
})

test('search returns as many items for the Chinese name of a unit as for its symbol', async () => {
  expect((await inSite('20公斤')).totalCount).toBe((await inSite('20kg')).totalCount)
  expect((await inList('20公斤', 'equipment')).totalCount).toBe(
    (await inList('20kg', 'equipment')).totalCount,
  )
})

test('search returns the same items for each synonym', async () => {
  const ids = async (keyWord: string) => {
    const { data } = await app.get<SiteAnswer>(urlOf('/newapi/api/search', { keyWord, limit: '50' }))
    return [data.totalCount, data.list.map(({ id }) => id).sort()]
  }
  for (const [one, other] of [
    ['抽水机', '水泵'],
    ['UAV', '无人机'],
    ['手台', '对讲机'],
    ['救生服', '救生衣'],
  ] as const)
    expect([one, ...(await ids(one))]).toEqual([one, ...(await ids(other))])
})

test('a list corrects a mistyped word, returns the correction, and skips the correction with exact=true', async () => {
  const corrected = await inList('无人几', 'equipment')
  expect(corrected).toMatchObject({
    meant: '无人机',
    totalCount: (await inList('无人机', 'equipment')).totalCount,
  })
  expect(await inList('无人机', 'equipment')).not.toHaveProperty('meant')
  expect(await inList('无人几', 'equipment', { exact: 'true' })).toMatchObject({
    totalCount: 0,
    meant: '无人机',
  })
})

test('site search returns the highlight terms as titles spell them', async () => {
  expect((await inSite('wurenji')).terms).toContain('无人机')
  expect((await inSite('抽水机')).terms).toContain('水泵')
})
