// Tests required reasons: signs, single letters and repetitions are refused, two Chinese characters suffice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMeaningfulReason } from '#shared/lifecycles/check-reason.ts'
import { buildStage, type Item, type Stage } from '../../../portal-content/incubation/cast.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const EMPTY = ['a', '。', '……', '！！！！！！', '？', 'ok', '啊', '啊啊啊', '1', '11111', '  x  ', '\u200b好']
const SAYING = ['误选', '材料不全', 'See the annex', '第 3 项']

test('isMeaningfulReason refuses signs, single letters and repetitions and accepts two characters', () => {
  for (const text of EMPTY) expect(isMeaningfulReason(text), text).toBe(false)
  for (const text of SAYING) expect(isMeaningfulReason(text), text).toBe(true)
})

describe('call that requires a reason', () => {
  let app: TestApp
  let stage: Stage
  beforeAll(async () => {
    app = await createTestApp()
    stage = await buildStage(app)
  }, 120_000)
  afterAll(() => app?.close())
  const WORDS = '退回原因没有写清楚，请写明具体情况，至少两个汉字'

  test('refuses a meaningless reason with 400 and an instruction, and accepts two Chinese characters', async () => {
    const id = await stage.declared('maker', await stage.published())
    for (const reason of ['a', '。', '！！！！！！']) {
      const done = await stage.post('incubate/declare/refuse', { id, reason }, 'brigade')
      expect([done.status, done.msg, done.errors], reason).toEqual([
        400,
        WORDS,
        [{ path: '/reason', message: WORDS }],
      ])
    }
    const said = { id, reason: '缺图' }
    expect((await stage.post('incubate/declare/refuse', said, 'brigade')).status).toBe(200)
  })

  test('refuses a meaningless opinion in an audit record and in a bulk transition', async () => {
    const demandId = await stage.demand()
    const judged = await stage.post(
      'incubate/demands/audit',
      { demandId, auditResult: '2', opinion: '。。。。。。。。' },
      'host',
    )
    expect([judged.status, judged.errors?.length], judged.text).toEqual([400, 1])
    const many = await stage.post(
      'operator/incubateDemand/bulk',
      { action: 'refuse', items: [{ id: demandId }], reason: '。' },
      'operator',
    )
    const { done, results } = many.data as { done: number; results: { msg: string }[] }
    expect([done, results[0]?.msg]).toEqual([0, '审核意见没有写清楚，请写明具体情况，至少两个汉字'])
    expect(await stage.read<Item>(`incubate/demands/info/${demandId}`, 'host')).toMatchObject({
      status: 'pending',
    })
  })

  test('refuses a meaningless text in a transition form and in a field comment', async () => {
    const id = await stage.declared('maker', await stage.published())
    const remarks = [{ field: 'solution', text: '。' }]
    const marked = await stage.post('incubate/declare/refuse', { id, reason: '请补正', remarks }, 'brigade')
    expect(marked.errors).toEqual([{ path: '/remarks/0/text', message: '请写明“解决方案”需要怎样修改' }])
    await stage.post('incubate/declare/pair', { id }, 'brigade')
    const { pairId } = await stage.read<Item>(`incubate/declare?id=${id}`, 'brigade')
    const body = { id, pairId, completeRemark: '。。。。。。' }
    const ended = await stage.post('incubate/declare/pair/complete', body, 'brigade')
    expect([ended.status, ended.errors?.map(({ path }) => path)]).toEqual([400, ['/completeRemark']])
  })

  test('refuses a meaningless reason for blocking an account', async () => {
    const refused = await stage.post('operator/user/block', { id: 'reader', reason: '。。' }, 'operator')
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ path: '/reason', message: '原因没有写清楚，请写明具体情况，至少两个汉字' }],
    ])
  })
})
