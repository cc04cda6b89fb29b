// Tests required reasons: signs, single letters and repetitions are refused, two Chinese characters suffice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMeaningfulReason } from '#shared/lifecycles/check-reason.ts'
import { buildStage, pledgeModel, type Stage } from '../../support/pledges.ts'
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
    app = await createTestApp({ model: pledgeModel() })
    stage = await buildStage(app)
  }, 120_000)
  afterAll(() => app?.close())
  const WORDS = '退回原因不够具体，请写明情况，至少两个汉字'

  test('refuses a meaningless reason with 400 and an instruction, and accepts two Chinese characters', async () => {
    const id = await stage.pledged()
    for (const reason of ['a', '。', '！！！！！！']) {
      const done = await stage.post('pledge/refuse', { id, reason }, 'brigade')
      expect([done.status, done.msg, done.errors], reason).toEqual([
        400,
        WORDS,
        [{ path: '/reason', message: WORDS }],
      ])
    }
    const said = { id, reason: '缺图' }
    expect((await stage.post('pledge/refuse', said, 'brigade')).status).toBe(200)
  })

  test('refuses a meaningless opinion in an audit record and in a bulk transition', async () => {
    const id = await stage.pledged()
    const opinion = { pledgeId: id, verdict: '2', opinion: '。。。。。。。。' }
    const judged = await stage.post('pledge/audit', opinion, 'brigade')
    expect([judged.status, judged.errors?.length], judged.text).toEqual([400, 1])
    const many = await stage.post(
      'operator/pledge/bulk',
      { action: 'refuse', items: [{ id }], reason: '。' },
      'operator',
    )
    const { done, results } = many.data as { done: number; results: { msg: string }[] }
    expect([done, results[0]?.msg]).toEqual([0, WORDS])
    expect(await stage.read(`pledge/info/${id}`, 'brigade')).toMatchObject({ status: 'submitted' })
  })

  test('refuses a meaningless text in a transition form and in a field comment', async () => {
    const id = await stage.pledged()
    const remarks = [{ field: 'solution', text: '。' }]
    const marked = await stage.post('pledge/refuse', { id, reason: '请补正', remarks }, 'brigade')
    expect(marked.errors).toEqual([{ path: '/remarks/0/text', message: '请写明“解决方案”的修改要求' }])
    await stage.post('pledge/pair', { id }, 'brigade')
    const { pairId } = await stage.read(`pledge/info/${id}`, 'brigade')
    const body = { id, pairId, completeRemark: '。。。。。。' }
    const ended = await stage.post('pledge/complete', body, 'brigade')
    expect([ended.status, ended.errors?.map(({ path }) => path)]).toEqual([400, ['/completeRemark']])
  })

  test('refuses a meaningless reason for blocking an account', async () => {
    const refused = await stage.post('operator/user/block', { id: 'reader', reason: '。。' }, 'operator')
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ path: '/reason', message: '原因不够具体，请写明情况，至少两个汉字' }],
    ])
  })
})
