// Tests deadlines: the due transition, reminders, new dates, and execution once despite interruptions.
import { describe, expect, it } from 'vitest'
import { deadlineTask } from '#server/content/workflow/deadlines.ts'
import type { Services } from '#server/platform/call.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { claimTimer } from '#server/platform/scheduler/timers.ts'
import { LOAN, modelWith } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const MINUTE = 60_000
const model = modelWith(LOAN)
const OPINION = { opinion: '同意', urgency: '当天' }

/** One portal with its clock, and what people and processes do with it. */
async function open() {
  let now = new Date('2026-12-01T01:00:00Z')
  const app: TestApp = await createTestApp({ model, clock: () => now })
  const tokens = new Map<string, string>()
  const goTo = async (time: string) => {
    now = new Date(time)
    tokens.set('borrower', await app.signIn('borrower', 'rescue'))
    tokens.set('keeper', await app.signIn('keeper', 'operator'))
  }
  await goTo('2026-12-01T01:00:00Z')
  const as = (name: string) => ({ token: tokens.get(name) })
  const errors: unknown[] = []
  const processes = (services: Services = app.services) =>
    new Scheduler(services, [deadlineTask], { onError: (_task, error) => errors.push(error) })
  return {
    app,
    as,
    goTo,
    errors,
    processes,
    pass: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds)
    },
    lend: async (title: string, returnBy: string) => {
      const { data } = await app.post<{ id: string }>(
        '/newapi/loan/request',
        { title, quantity: 1, returnBy },
        as('borrower'),
      )
      await app.post('/newapi/loan/approve', { id: data.id, ...OPINION }, as('keeper'))
      return data.id
    },
    step: (verb: string, id: string, by: string) => app.post(`/newapi/loan/${verb}`, { id }, as(by)),
    read: async (id: string, by = 'borrower') =>
      (await app.get<Record<string, unknown>>(`/newapi/loan/info/${id}`, as(by))).data,
    told: (id: string) =>
      app.services.db
        .selectFrom('notice')
        .select(['template', 'userId', 'title'])
        .where('itemId', '=', id)
        .orderBy('id')
        .execute(),
    close: () => app.close(),
  }
}

describe('deadline of a lifecycle state', () => {
  it('executes its transition on the day after the date, with a reminder before and notices afterwards', async () => {
    const portal = await open()
    const id = await portal.lend('排水泵', '2026-12-06')
    await portal.step('handOut', id, 'keeper')
    await portal.goTo('2026-12-02T15:59:00Z')
    await portal.processes().runDue()
    expect(await portal.told(id)).toEqual([])
    // Midnight in Beijing: three days before the day on which it is due begins.
    await portal.goTo('2026-12-02T16:00:00Z')
    await portal.processes().runDue()
    await portal.goTo('2026-12-03T16:00:00Z')
    await portal.processes().runDue()
    expect(await portal.told(id)).toMatchObject([
      { template: 'loanDue', userId: 'borrower', title: '装备“排水泵”还有 3 天应归还' },
    ])
    await portal.goTo('2026-12-06T15:59:00Z')
    await portal.processes().runDue()
    expect(await portal.read(id)).toMatchObject({ status: 'lent' })
    await portal.goTo('2026-12-06T16:00:00Z')
    await portal.processes().runDue()
    const item = await portal.read(id)
    expect(item).toMatchObject({ status: 'overdue' })
    expect(item.history).toMatchObject([
      { action: 'expire', title: '到期未还', by: '系统', from: 'lent', to: 'overdue' },
      {},
      {},
    ])
    expect((await portal.told(id)).map(({ template, userId }) => `${template} ${userId}`).sort()).toEqual([
      'loanDue borrower',
      'loanOverdue borrower',
      'loanOverdue keeper',
    ])
    const back = await portal.app.get(`/newapi/loan/giveBack?id=${id}`, portal.as('borrower'))
    expect(back.data).toMatchObject({ status: 'givenBack' })
    await portal.close()
  })

  it('counts from the entry into the state, and is void once the item has left the state', async () => {
    const portal = await open()
    const [left, fetched] = [await portal.lend('左机', '2027-02-01'), await portal.lend('右机', '2027-02-01')]
    await portal.goTo('2026-12-07T00:59:00Z')
    await portal.step('handOut', fetched, 'keeper')
    await portal.processes().runDue()
    expect(await portal.told(left)).toMatchObject([
      { template: 'loanFetch', title: '装备“左机”请在 2026-12-08 前领取' },
    ])
    await portal.goTo('2026-12-08T00:59:59Z')
    await portal.processes().runDue()
    expect(await portal.read(left)).toMatchObject({ status: 'approved' })
    portal.pass(61_000)
    await portal.processes().runDue()
    expect(await portal.read(left)).toMatchObject({ status: 'lapsed' })
    expect(await portal.read(fetched)).toMatchObject({ status: 'lent' })
    const { action, actor, detail } = await portal.app.services.db
      .selectFrom('audit')
      .select(['action', 'actor', 'detail'])
      .where('target', '=', left)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect({ action, actor, detail }).toMatchObject({
      action: 'content.due',
      actor: null,
      detail: { from: 'approved', to: 'lapsed' },
    })
    await portal.close()
  })

  it('follows a later date, and reminds of the new date', async () => {
    const portal = await open()
    const id = await portal.lend('排水泵', '2026-12-06')
    await portal.step('handOut', id, 'keeper')
    await portal.goTo('2026-12-05T01:00:00Z')
    await portal.processes().runDue()
    const row = await portal.app.services.db
      .selectFrom('item')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await portal.app.services.db
      .updateTable('item')
      .set({ body: { ...row.body, returnBy: '2026-12-12' } })
      .where('id', '=', id)
      .execute()
    await portal.goTo('2026-12-10T01:00:00Z')
    await portal.processes().runDue()
    expect(await portal.read(id)).toMatchObject({ status: 'lent' })
    expect((await portal.told(id)).map(({ title }) => title)).toEqual([
      '装备“排水泵”还有 1 天应归还',
      '装备“排水泵”还有 2 天应归还',
    ])
    await portal.close()
  })

  it('executes its transition once, despite two processes, a failure and a killed process', async () => {
    const portal = await open()
    const ids: string[] = []
    for (let count = 0; count < 6; count += 1) ids.push(await portal.lend(`第 ${count} 台`, '2026-12-02'))
    for (const id of ids) await portal.step('handOut', id, 'keeper')
    await portal.goTo('2026-12-03T01:00:00Z')
    // A process that claims the run and is killed before it has done anything.
    const { db } = portal.app.services
    await db.deleteFrom('timer').where('task', '=', deadlineTask.name).execute()
    await db
      .insertInto('timer')
      .values({
        name: deadlineTask.name,
        task: deadlineTask.name,
        subject: null,
        dueAt: new Date('2026-12-03T00:00:00Z'),
      })
      .execute()
    expect(await claimTimer(db, [deadlineTask.name], new Date('2026-12-03T01:00:00Z'), MINUTE)).toBeDefined()
    expect(await portal.processes().runDue()).toEqual([])
    portal.pass(2 * MINUTE)
    // One that is killed half-way: its clock stands, and with it all that it does. What it has done is done.
    let ticks = 0
    const dying: Services = {
      ...portal.app.services,
      clock: () => {
        ticks += 1
        if (ticks > 30) throw new Error('the process was killed')
        return portal.app.services.clock()
      },
    }
    await expect(portal.processes(dying).runDue()).rejects.toThrow('killed')
    const states = await Promise.all(ids.map(async (id) => (await portal.read(id)).status))
    expect(new Set(states)).toEqual(new Set(['lent', 'overdue']))
    portal.pass(10 * MINUTE)
    await Promise.all([portal.processes().runDue(), portal.processes().runDue()])
    for (const id of ids) {
      const item = await portal.read(id)
      expect(item.status).toBe('overdue')
      expect((item.history as { action: string }[]).filter(({ action }) => action === 'expire')).toHaveLength(
        1,
      )
      expect((await portal.told(id)).map(({ template, userId }) => `${template} ${userId}`).sort()).toEqual([
        'loanOverdue borrower',
        'loanOverdue keeper',
      ])
    }
    await portal.close()
  })
})
