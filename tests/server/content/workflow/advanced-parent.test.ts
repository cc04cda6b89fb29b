// Tests which parent a resubmission advances when the edit moves the item to another parent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalFiles } from '../../../support/portal-files.ts'
import { DEMAND } from '../../support/demand.ts'
import { pledgeModel } from '../../support/pledges.ts'
import { type Calls, callsOf, signInAll } from '../../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

type Who = 'buyer' | 'seller' | 'operator'

interface Item {
  readonly id: string
  readonly status: string
  readonly progress?: string
}

const SCHEME = 'schemas/content/demandScheme.json'
const BODY = { title: '大流量排水抢险车供货方案', content: '现车两辆，十日内运抵，负责培训。' }

let app: TestApp
let calls: Calls<Who>
beforeAll(async () => {
  const type = JSON.parse(portalFiles().get(SCHEME) ?? '') as { readonly advances: object }
  const advances = { ...type.advances, submit: { field: 'progress', from: ['1'], to: '2' } }
  app = await createTestApp({ model: pledgeModel({ [SCHEME]: { ...type, advances } }) })
  calls = callsOf<Who>(
    () => app,
    await signInAll(app, { buyer: 'unit', seller: 'supplier', operator: 'operator' }),
  )
}, 60_000)
afterAll(() => app?.close())

async function addDemand(title: string): Promise<string> {
  const { data, text } = await calls.post<Item>('buyer', '/demand/add', { ...DEMAND, title })
  expect(data?.id, text).toBeDefined()
  await calls.get('operator', `/demand/online?id=${data.id}`)
  return data.id
}

const progressOf = async (id: string) =>
  (await calls.get<Item>('buyer', `/demand/info/${id}`)).data.progress ?? '1'

test('an edit that moves a refused item to another parent and resubmits it advances the new parent', async () => {
  const [before, after] = [await addDemand('采购排水车的旧需求'), await addDemand('采购排水车的新需求')]
  const { data, text } = await calls.post<Item>('seller', '/demandScheme/add', { ...BODY, demandId: before })
  expect(data?.id, text).toBeDefined()
  const reason = encodeURIComponent('请改投另一条需求')
  await calls.get('operator', `/demandScheme/refuse?id=${data.id}&reason=${reason}`)
  const edit = { ...BODY, id: data.id, revision: 1, demandId: after }
  const answer = await calls.post<Item>('seller', '/demandScheme/update', edit)
  expect(answer.data?.status, answer.text).toBe('pending')
  expect([await progressOf(before), await progressOf(after)]).toEqual(['1', '2'])
})
