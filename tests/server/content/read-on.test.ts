// Tests the previous version of a closed and edited demand, which suppliers with schemes still read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { ONE_DATABASE } from '../platform/database/each-database.ts'
import { DEMAND } from '../support/demand.ts'
import { keepFile } from '../support/keep-file.ts'
import { callsOf, signInAll } from '../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const PEOPLE = {
  buyer: 'unit',
  chosen: 'supplier',
  other: 'science',
  stranger: 'expert',
  boss: 'operator',
} as const
type Person = 'visitor' | keyof typeof PEOPLE

const KNOWN = { title: '采购排涝泵车，首批', budget: 120 }
const UNSEEN = { title: '没有人审核过的标题', budget: 999 }

interface Shown {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly budget?: number
  readonly revision: number
  readonly demandIdTitle?: string | null
}

describe.each(ONE_DATABASE)('previous version of a closed demand on $name', (database) => {
  let app: TestApp
  const tokens: Partial<Record<Person, string>> = {}
  beforeAll(async () => {
    app = await createTestApp({ database, clock: () => new Date('2026-11-21T02:00:00Z') })
    Object.assign(tokens, await signInAll(app, PEOPLE))
  })
  afterAll(() => app.close())

  const { get, post } = callsOf(() => app, tokens)
  const done = async <T = Shown>(who: Person, url: string, body?: object): Promise<T> => {
    const answer = body ? await post<T>(who, url, body) : await get<T>(who, url)
    expect(answer.msg, `${url} ${answer.text}`).toBe('success')
    return answer.data
  }
  const demandOf = (who: Person, id: string) => get<Shown>(who, `/demand/info/${id}`)
  const say = (words: string) => `reason=${encodeURIComponent(words)}`

  interface Docking {
    readonly demand: string
    readonly schemes: Readonly<Record<'chosen' | 'other', string>>
  }

  /** Two have handed in schemes, one of which was accepted. */
  async function docked(round: string): Promise<Docking> {
    const { id } = await done('buyer', '/demand/add', {
      ...DEMAND,
      ...KNOWN,
      title: `${KNOWN.title}${round}`,
    })
    await done('boss', `/demand/online?id=${id}`)
    const handIn = async (who: 'chosen' | 'other') => {
      const scheme = {
        demandId: id,
        title: '垂直式排水车成套方案',
        summary: '成熟型号，配套培训。',
        price: 9,
        deliveryDays: 30,
      }
      const contact = {
        contactName: '李供应',
        contactMobile: '13912345678',
        content: '采用两级串联，分三批交付到现场。',
      }
      const { id: made } = await done(who, '/demandScheme/add', { ...scheme, ...contact })
      await done('boss', `/demandScheme/online?id=${made}`)
      return made
    }
    const schemes = { chosen: await handIn('chosen'), other: await handIn('other') }
    await done('buyer', `/demandScheme/accept?id=${schemes.chosen}&${say('请来面谈')}`)
    return { demand: id, schemes }
  }

  async function edit(id: string): Promise<void> {
    const { revision } = (await demandOf('buyer', id)).data
    await done('buyer', '/demand/update', {
      id,
      revision,
      ...DEMAND,
      ...UNSEEN,
      title: `${UNSEEN.title}${id}`,
    })
  }

  async function knows(who: 'chosen' | 'other', { demand, schemes }: Docking, title: string): Promise<void> {
    expect((await demandOf(who, demand)).data, who).toMatchObject({ title, budget: KNOWN.budget })
    const scheme = await done(who, `/demandScheme/info/${schemes[who]}`)
    expect(scheme.demandIdTitle, who).toBe(title)
    const { list } = await done<Paged<Shown>>(who, '/demandScheme/list?mine=true&limit=50')
    expect(list.find(({ id }) => id === schemes[who])?.demandIdTitle, who).toBe(title)
    const shown = await done<Paged<Shown>>(who, '/demand/list?limit=50')
    expect(shown.list.filter(({ id }) => id === demand)).toEqual([])
  }

  async function heard(who: Person): Promise<string[]> {
    const { list } = await done<Paged<{ title: string; content: string }>>(
      who,
      '/msgNotice/getMsgNoticeInfo?limit=50',
    )
    return list.map(({ title, content }) => `${title}｜${content}`)
  }

  const CLOSED: readonly (readonly [string, Person, string, boolean])[] = [
    ['whose edit waited when its owner closed it', 'buyer', 'offline', true],
    ['whose edit waited when an operator closed it', 'boss', 'offline', true],
    ['whose edit waited when it was withdrawn', 'buyer', 'withdraw', true],
    ['edited after its owner had closed it', 'buyer', 'offline', false],
  ]
  test.each(CLOSED)(
    'of a demand %s is what suppliers with schemes read, in every state and in notices',
    async (round, by, step, isBefore) => {
      const made = await docked(round)
      const title = `${KNOWN.title}${round}`
      if (isBefore) await edit(made.demand)
      await done(by, `/demand/${step}?id=${made.demand}`)
      if (!isBefore) await edit(made.demand)
      for (const who of ['chosen', 'other'] as const) {
        await knows(who, made, title)
        const news = (await heard(who)).filter((one) => one.includes('需求'))
        expect(
          news.some((one) => one.includes(title)),
          who,
        ).toBe(true)
        expect(news.join(), who).not.toContain(UNSEEN.title)
      }
      for (const who of ['visitor', 'stranger'] as const)
        expect((await demandOf(who, made.demand)).status, who).toBe(404)
      expect((await demandOf('buyer', made.demand)).data).toMatchObject({ budget: UNSEEN.budget })

      await done('buyer', `/demand/submit?id=${made.demand}`)
      await knows('chosen', made, title)
      await done('boss', `/demand/refuse?id=${made.demand}&${say('标题不合适')}`)
      await knows('chosen', made, title)
      await knows('other', made, title)

      await done('buyer', `/demand/submit?id=${made.demand}`)
      const { revision } = (await demandOf('boss', made.demand)).data
      await done('boss', `/demand/online?id=${made.demand}&revision=${revision}`)
      for (const who of ['chosen', 'other', 'visitor'] as const)
        expect((await demandOf(who, made.demand)).data, who).toMatchObject({ budget: UNSEEN.budget })
    },
  )

  test('provides the title in the notice of deletion to suppliers with schemes', async () => {
    const made = await docked('将删除')
    await edit(made.demand)
    await done('buyer', `/demand/offline?id=${made.demand}`)
    await done('buyer', `/demand/delete?id=${made.demand}`)
    for (const who of ['chosen', 'other'] as const) {
      const news = await heard(who)
      expect(
        news.some((one) => one.includes('已删除') && one.includes(`${KNOWN.title}将删除`)),
        news.join(),
      ).toBe(true)
      expect(news.join(), who).not.toContain(UNSEEN.title)
    }
  })

  test('is the version approved last when the demand was online again in between', async () => {
    const made = await docked('再次上线')
    await done('buyer', `/demand/offline?id=${made.demand}`)
    await done('buyer', `/demand/online?id=${made.demand}`)
    await edit(made.demand)
    const { revision } = (await demandOf('buyer', made.demand)).data
    await done('boss', `/demand/online?id=${made.demand}&change=${revision}`)
    await done('buyer', `/demand/offline?id=${made.demand}`)
    for (const who of ['chosen', 'other'] as const)
      expect((await demandOf(who, made.demand)).data, who).toMatchObject({ budget: UNSEEN.budget })
  })

  test('of equipment grants access to files removed since, not to files added since', async () => {
    const paper = () => keepFile(app, { form: 'equipment', field: 'documents', ownerId: 'chosen' })
    const [known, added] = [await paper(), await paper()]
    const body = {
      name: '垂直式供排水抢险车',
      model: 'SL-1',
      equipmentType: 'E001',
      params: { flow: 2100, head: 12, deployTime: 5 },
      application: ['AP02'],
      intro: '适用于城市内涝、下穿隧道与地下车库的抽排，展开迅速。',
      contactName: '李供应',
      contactPhone: '021-55667788',
    }
    const { id } = await done('chosen', '/api/save', { ...body, documents: [known] })
    await done('boss', `/api/avicResource/online?id=${id}`)
    const asked = { resourceId: id, quantity: 3, content: '汛前交付，含两次培训。' }
    await done('buyer', '/intention/add', { ...asked, contactName: '王需求', contactMobile: '13800001111' })
    await done('boss', `/api/avicResource/offline?id=${id}`)
    const edited = { ...body, id, revision: 1, name: '没有人审核过的名称', documents: [added] }
    await done('chosen', '/api/avicResource/update', edited)
    const had = async (who: Person, file: string) =>
      (await app.get(`/file/fileOperation/download/${file}`, { token: tokens[who] })).status
    expect((await get('buyer', `/api/avicResource/info/${id}`)).data).toMatchObject({ name: body.name })
    expect([await had('buyer', known), await had('buyer', added)]).toEqual([200, 404])
    expect([await had('stranger', known), await had('boss', added)]).toEqual([404, 200])
  })
})
