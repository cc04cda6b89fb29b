// Tests that each configured notice is written once, to accounts that may read the item, and leads to
// a page that he opens: lifecycles × transitions, and the events of content types.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toColumns } from '#server/content/items/item-columns.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { insertMany } from '#server/content/write/insert-items.ts'
import { dueTask } from '#server/notifications/due-notices.ts'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { parentPartyAudience, partyField, regionalOf } from '#shared/access/roles.ts'
import { isNotify } from '#shared/lifecycles/effects.ts'
import { publicStates, type Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Receiver } from '#shared/model/notice-events.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { uploadTo } from '../../server/files/upload.ts'
import { oneOfEach } from '../../server/support/one-of-each.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { model } from '../../support/portal-model.ts'
import { PDF } from '../../support/real-files.ts'
import { ROLES } from '../../support/roles.ts'
import { validAnswers } from '../../support/valid-answers.ts'
import { bodyOf } from '../access/items.ts'

/** Who stands in which relation to the items of this test. */
const PEOPLE = {
  owner: 'mei',
  'parent.owner': 'tang',
  followers: 'fan',
  author: 'wei',
  applicants: 'shen',
  holders: 'hao',
} as const
/** Of a force that is a party of items, and at home where they lie. */
const FORCE = { id: 'ling', role: 'rescueForces', form: 'registerRescueForces', areaIds: '3501' } as const
/** Whom a field of the item above names. */
const HOST = 'xu'
const DUE = new Date('2026-11-02T01:00:00Z')

let now = DUE
/** What happens later is later. */
const tick = (): Date => {
  now = new Date(now.getTime() + 1)
  return now
}
let app: TestApp
const tokens = new Map<string, string>()
let serial = 0

interface Told {
  readonly userId: string
  readonly template: string
  readonly title: string
  readonly content: string
}

beforeAll(async () => {
  app = await createTestApp({ clock: tick })
  for (const id of [...Object.values(PEOPLE), HOST, 'reader'])
    tokens.set(id, await app.signIn(id, 'supplier'))
  tokens.set('operator', await app.signIn('operator', 'operator'))
  const { id, role, form, areaIds } = FORCE
  tokens.set(id, await app.signIn(id, role))
  await app.services.db
    .updateTable('account')
    .set({ form, application: { areaIds } })
    .where('id', '=', id)
    .execute()
}, 60_000)
afterAll(() => app.close())

/** What is handed in for items of the type, and does not keep the step from being taken. */
function handedTo({ name, lifecycle }: ContentType, step?: Transition): ContentType | undefined {
  const isEnd = lifecycle.states[step?.to ?? '']?.gone
  return model.contentTypes.find(
    ({ admission, parent, fields, outlives }) =>
      admission &&
      (outlives || !isEnd) &&
      fields.some((field) => field.name === parent && field.ref === name),
  )
}

/** An item of the type under one of its parent type, with somebody who follows it, and somebody who handed something in for it. */
async function insertItem(
  type: ContentType,
  status: string,
  more: object = {},
  step?: Transition,
): Promise<string> {
  const above = type.fields.find(({ name }) => name === type.parent)?.ref
  const parent = model.contentTypes.find(({ name }) => name === above)
  const parentId = parent ? await insertParent(type, parent, step) : null
  const named = parentId && type.parent ? { [type.parent]: parentId } : {}
  const id = await insertRow(type, status, PEOPLE.owner, { ...named, ...more })
  await app.services.db
    .insertInto('reaction')
    .values({ userId: PEOPLE.followers, targetKind: 'item', targetId: id, kind: 'collect' })
    .execute()
  const below = handedTo(type, step)
  if (below?.parent)
    await insertRow(below, below.lifecycle.initial, PEOPLE.applicants, { [below.parent]: id })
  if (step?.do?.some((effect) => isNotify(effect) && effect.to.includes('holders')))
    await insertHolder(type, id)
  return id
}

/** As the item's step wants it, and open to readers. */
function insertParent(
  { advances, disclosure, lifecycle }: ContentType,
  parent: ContentType,
  step?: Transition,
): Promise<string> {
  const advanced = Object.entries(advances ?? {})
    .filter(([name]) => step === undefined || name === step.action)
    .map(([, { field, from }]) => [field, from[0]])
  const disclosed = disclosure ? [[disclosure.field, disclosure.open[0]]] : []
  const hosted = Object.values(lifecycle.states).flatMap(({ readers = [] }) =>
    readers.flatMap((audience) =>
      [[partyField(parentPartyAudience(audience) ?? ''), HOST]].filter(([name]) => name),
    ),
  )
  const body = Object.fromEntries([...advanced, ...disclosed, ...hosted])
  return insertRow(parent, step?.parent?.[0] ?? statusOf(parent), PEOPLE['parent.owner'], body)
}

/** A record under way that keeps it. */
async function insertHolder({ name }: ContentType, id: string): Promise<void> {
  for (const type of model.contentTypes)
    for (const { ref, holds, name: field } of type.fields)
      if (ref === name && holds?.[0]) await insertRow(type, holds[0], PEOPLE.holders, { [field]: id })
}

const statusOf = ({ lifecycle }: ContentType): string =>
  'online' in lifecycle.states ? 'online' : lifecycle.initial

async function insertRow(type: ContentType, status: string, ownerId: string, more: object): Promise<string> {
  const plan = findPlan(model, type.name)
  if (!plan) throw new Error(type.name)
  serial += 1
  const own = type.fields.filter(({ unique }) => unique).map(({ name }) => [name, `${200_000 + serial}`])
  const columns = toColumns(plan, { ...bodyOf(app, type), ...Object.fromEntries(own), ...more })
  const id = `${type.name}-${serial}`
  const times = { publishedAt: status === 'online' ? now : null, createdAt: now, viewCount: 0, likeCount: 0 }
  await insertMany(app.services.db, [{ ...columns, ...times, id, type: type.name, status, ownerId }])
  return id
}

async function noticesOf(itemId: string): Promise<readonly Told[]> {
  return app.services.db
    .selectFrom('notice')
    .select(['userId', 'template', 'title', 'content'])
    .where('itemId', '=', itemId)
    .execute()
}

const operationOf = (type: ContentType, action: string): Operation | undefined =>
  model.operations.find(({ content }) => content?.type === type.name && content.action === action)

async function call(operation: Operation, as: string, given: Readonly<Record<string, string>>) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '')
  const token = tokens.get(as)
  if (operation.method === 'POST') return app.post(path, given, { token })
  return app.get(`${path}?${new URLSearchParams(given)}`, { token })
}

const isForce = (audience: string): boolean =>
  partyField(audience) !== undefined || regionalOf(audience) === FORCE.role

/** Who takes the step in this test: where somebody else may, not who is told of it. */
function takerOf({ by, do: effects = [] }: Transition): string {
  const told = effects.filter(isNotify).flatMap(({ to }) => to.map(knownOf))
  const takers = by.flatMap((audience) => {
    if (isForce(audience)) return [FORCE.id]
    if (audience === 'owner' || audience === 'parent.owner') return [PEOPLE[audience]]
    return (ROLES as readonly string[]).includes(audience) ? [audience] : []
  })
  const taker = takers.find((one) => !told.includes(one)) ?? takers[0]
  if (taker === undefined) throw new Error(`nobody takes ${by.join()}`)
  return taker
}

const WORDS = '第三项参数与检测报告所载数值不一致，请核对以后再次提交'

/** What the item has to hold for the step to be open, and for a force to be a party of it. */
async function heldFor(type: ContentType, step: Transition): Promise<object> {
  const { region } = type
  const wanted = Object.entries(step.when ?? {}).flatMap(([key, value]) =>
    key.startsWith('item.') && typeof value === 'string' ? [[key.slice('item.'.length), value]] : [],
  )
  const audiences = Object.values(type.lifecycle.states).flatMap(({ readers = [] }) => readers)
  const [party] = audiences.flatMap((audience) => partyField(audience) ?? [])
  const ref = type.fields.find(({ name }) => name === party)?.ref
  const entries = model.contentTypes.find(({ name }) => name === ref)
  if (!entries) return Object.fromEntries(wanted)
  const [open = ''] = publicStates(entries.lifecycle)
  const entry = await insertRow(entries, open, FORCE.id, {})
  const naming = type.fields.filter((field) => field.ref === ref && field.name !== step.claim?.field)
  return {
    ...Object.fromEntries([...wanted, ...naming.map(({ name }) => [name, entry])]),
    ...(region ? { [region]: FORCE.areaIds } : {}),
  }
}

/** What the call takes of an item of the type, with what the test fills in itself. */
async function filledFor({ body }: Operation, type: ContentType, own: object, by: string): Promise<object> {
  const known = Object.keys((body?.properties ?? {}) as object)
  const files: Record<string, string[]> = {}
  for (const field of type.fields)
    if (field.type === 'file-list' && known.includes(field.name)) {
      const place = { form: type.name, field: field.name, token: tokens.get(by) ?? '' }
      files[field.name] = [(await uploadTo(app, PDF, place)).data.id]
    }
  const given = Object.entries({ ...bodyOf(app, type), ...own, ...files })
  return Object.fromEntries(given.filter(([name]) => known.includes(name)))
}

/** By its own call, or by handing in what takes the item along. */
/** The force has an entry for every step that was tried, and says for which it takes it. */
async function claimedBy(type: ContentType, { claim }: Transition): Promise<object> {
  const ref = type.fields.find(({ name }) => name === claim?.field)?.ref
  if (!claim || ref === undefined) return {}
  const own = app.services.db.selectFrom('item').select('id').where('type', '=', ref)
  const { id } = await own.where('ownerId', '=', FORCE.id).limit(1).executeTakeFirstOrThrow()
  return { [claim.field]: id }
}

async function take(type: ContentType, step: Transition, id: string) {
  const operation = operationOf(type, step.action)
  const form = model.forms.find((one) => one.id === step.form)
  const answers = form ? validAnswers(createRandom(7), form, 0) : { reason: WORDS }
  const named = { ...answers, ...(await claimedBy(type, step)), id } as Record<string, string>
  if (operation) return call(operation, takerOf(step), named)
  const handIn = model.operations.find(
    ({ content }) =>
      content?.type === type.name && content.action === 'save' && content.fixed?.submit === undefined,
  )
  if (step.action === 'submit' && handIn) {
    const { body } = await app.services.db
      .selectFrom('item')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return app.post<{ id: string }>(
      handIn.path,
      { ...(await filledFor(handIn, type, body, takerOf(step))), id },
      { token: tokens.get(takerOf(step)) },
    )
  }
  const child = model.contentTypes.find(
    ({ takes, fields, parent }) =>
      fields.find(({ name }) => name === parent)?.ref === type.name &&
      Object.values(takes?.steps ?? {}).includes(step.to),
  )
  const add = child && operationOf(child, 'add')
  const [value] = Object.entries(child?.takes?.steps ?? {}).find(([, to]) => to === step.to) ?? []
  if (!child?.takes || !add) throw new Error(`${type.name} has no way to ${step.action}`)
  const { field, words = '' } = child.takes
  const own = { [child.parent ?? '']: id, [field]: value, [words]: WORDS }
  const body = await filledFor(add, child, own, takerOf(step))
  return app.post<{ id: string }>(add.path, body, { token: tokens.get(takerOf(step)) })
}

/** Whether words are demanded, which whoever is told then reads. */
const isAsked = ({ reason }: Transition): boolean =>
  reason === true || (typeof reason === 'object' && !reason.optional)

/** Whom the item above names of those who hear of a new one, each by a field of it. */
function namedAbove({ fields }: ContentType, hearing: readonly Receiver[]): Readonly<Record<string, string>> {
  const people = [HOST, PEOPLE.author]
  const names = hearing.flatMap((one) => {
    if (typeof one !== 'string') return []
    const own = fields.find(({ name }) => name === partyField(one))?.from?.replace('parent.', '')
    return own ?? partyField(parentPartyAudience(one) ?? '') ?? []
  })
  return Object.fromEntries(names.map((name, at) => [name, people[at] as string]))
}

/** What must be there to be named. */
async function thereFor(
  { fields }: ContentType,
  { body }: Operation,
): Promise<Readonly<Record<string, string>>> {
  const needed = fields.filter(({ name }) =>
    (body as { required?: string[] } | null)?.required?.includes(name),
  )
  const there: Record<string, string> = {}
  for (const { name, type, ref } of needed) {
    const named = type === 'ref' && model.contentTypes.find((one) => one.name === ref)
    if (named) there[name] = await insertRow(named, statusOf(named), PEOPLE['parent.owner'], {})
  }
  return there
}

/** Whoever may hand it in, and stands to the item above as it has to be. */
async function adderOf({ admission }: ContentType, { access }: Operation): Promise<string> {
  if (admission?.by?.includes('parent.owner')) return PEOPLE['parent.owner']
  const [role] = ROLES.filter((one) => access.includes(one))
  if (!role || access.includes('supplier')) return PEOPLE.owner
  if (!tokens.has(role)) tokens.set(role, await app.signIn(role, role))
  return role
}

const knownOf = (receiver: Receiver): string | undefined => {
  if (typeof receiver !== 'string') return undefined
  if (isForce(receiver)) return FORCE.id
  return parentPartyAudience(receiver) ? HOST : PEOPLE[receiver as keyof typeof PEOPLE]
}

const personOf = (receiver: Receiver): string => {
  const known = knownOf(receiver)
  if (known === undefined) throw new Error(`this test knows no ${JSON.stringify(receiver)}`)
  return known
}

function reads({ lifecycle }: ContentType, state: string, who: string): boolean {
  const { readers, gone, applicants } = lifecycle.states[state] ?? {}
  if (gone) return false
  if (readers === undefined || (applicants && who === PEOPLE.applicants)) return true
  return readers.some((audience) => knownOf(audience) === who)
}

/** Who is told with the step from there, and by which notice: each once, and nobody of what he did himself. */
function toldBy(type: ContentType, step: Transition, from: string) {
  const told = (step.do ?? []).filter(isNotify).flatMap(({ notify, to, lost, in: ends }) =>
    to.flatMap((receiver) => {
      if (ends && !ends.includes(step.to)) return []
      if (receiver === 'applicants' && !handedTo(type, step)) return []
      const who = personOf(receiver)
      const hears = !lost || (reads(type, from, who) && !reads(type, step.to, who))
      return hears && who !== takerOf(step) ? [{ notify, who, lost }] : []
    }),
  )
  return [...new Map(told.map((one) => [`${one.notify} ${one.who}`, one])).values()]
}

/** The person reads it, and what it leads to answers him. */
async function expectOpens(itemId: string, person: string): Promise<void> {
  const token = tokens.get(person)
  const { data } = await app.get<{ list: { id: string; dataId: string; linkUrl: string | null }[] }>(
    '/newapi/msgNotice/getMsgNoticeInfo?limit=50',
    { token },
  )
  const notice = data.list.find(({ dataId }) => dataId === itemId)
  expect(notice, `${person} of ${itemId}`).toBeTruthy()
  const [path = '', query = ''] = (notice?.linkUrl ?? '').split('?')
  const page = model.pages.find((one) => one.path === path)
  expect(page, `${itemId} opens ${path}`).toBeTruthy()
  const id = new URLSearchParams(query).get('id')
  const type = model.contentTypes.find(({ name }) => itemId.startsWith(`${name}-`)) as ContentType
  const shown = page?.kind === 'detail' ? page.source.operation : undefined
  const reading = model.operations.find((one) => one.id === shown) ?? operationOf(type, 'info')
  if (id === null || !reading) return
  expect(id).toBe(itemId)
  expect((await call(reading, person, { id })).status, `${person} reads ${itemId}`).toBe(200)
}

function expectTexts(told: readonly Told[]): void {
  for (const { title, content } of told) {
    expect(`${title}${content}`).not.toMatch(/[{}]|undefined|null/)
    expect(title.length).toBeLessThanOrEqual(60)
    expect(content.length).toBeLessThanOrEqual(500)
  }
}

/** Items of people and who deals with them; tests/portal-content/editorial has what editors and reviewers are told. */
const BETWEEN_PARTIES = model.contentTypes.filter(({ lifecycle }) => lifecycle.editors === undefined)

/** What goes along with a step of another item, or falls due, is nobody's to take. */
const ALL_STEPS = BETWEEN_PARTIES.flatMap((type) =>
  type.lifecycle.transitions.flatMap((step) =>
    step.by.length > 0 && step.from.some((from) => toldBy(type, step, from).length > 0)
      ? [[`${type.name}: ${step.title} (${step.by.join()})`, type, step] as const]
      : [],
  ),
)
/** In everyday runs one of the types for which a step of their lifecycle tells the same people the same. */
const STEPS = oneOfEach(ALL_STEPS, ([, type, step]) =>
  JSON.stringify([type.lifecycle.name, step, step.from.map((from) => toldBy(type, step, from))]),
)

describe('MSG-02 notices of transitions', () => {
  test('exist for more than 30 transitions of the portal', () => {
    expect(ALL_STEPS.length).toBeGreaterThan(30)
  })

  test.each(STEPS)(
    'are written once to the configured receivers and lead to a readable page: %s',
    async (_title, type, step) => {
      for (const from of oneOfEach(step.from, (one) => JSON.stringify(toldBy(type, step, one)))) {
        const wanted = toldBy(type, step, from)
        const id = await insertItem(type, from, await heldFor(type, step), step)
        const answer = await take(type, step, id)
        expect(answer.status, answer.text).toBe(200)
        const told = await noticesOf(id)
        expect(told.map(({ template, userId }) => `${template} ${userId}`).sort()).toEqual(
          wanted.map(({ notify, who }) => `${notify} ${who}`).sort(),
        )
        expectTexts(told)
        if (isAsked(step)) expect(told.some(({ content }) => content.includes(WORDS))).toBe(true)
        for (const { who, lost } of wanted) if (!lost) await expectOpens(id, who)
      }
    },
  )
})

const withEvent = (event: 'commentRefused' | 'like' | 'due' | 'add') =>
  BETWEEN_PARTIES.filter(({ events }) => events?.[event])
/** In everyday runs one of the types that tell of it alike. */
const kindsWith = (event: 'commentRefused' | 'like' | 'due') =>
  oneOfEach(withEvent(event), ({ events, comments }) =>
    JSON.stringify(event === 'commentRefused' ? [events?.comment, comments] : events?.[event]),
  )

describe('MSG-02 notices of events', () => {
  test.each(kindsWith('commentRefused'))(
    '$name: comments, replies and decisions on comments notify owner and author once each',
    async (type) => {
      const id = await insertItem(type, 'online')
      const add = operationOf(type, 'commentAdd') as Operation
      const first = await app.post<{ id: string }>(
        add.path,
        { dataId: id, content: '请问保养周期多长？' },
        { token: tokens.get(PEOPLE.author) },
      )
      expect(first.status, first.text).toBe(200)
      const commentId = first.data.id
      const approve = (ids: readonly string[]) =>
        app.post('/newapi/operator/comment/approve', { ids }, { token: tokens.get('operator') })
      if (type.comments?.review === 'before') await approve([commentId])
      const answer = await app.post<{ id: string }>(
        add.path,
        { dataId: id, content: '半年一次。', replyTo: commentId },
        { token: tokens.get('reader') },
      )
      expect(answer.status, answer.text).toBe(200)
      if (type.comments?.review === 'before') await approve([answer.data.id])
      const ownerHears = type.events?.comment ? ['commented mei', 'commented mei'] : []
      const names = async () =>
        (await noticesOf(id)).map(({ template, userId }) => `${template} ${userId}`).sort()
      expect(await names()).toEqual([...ownerHears, 'replied wei'].sort())
      // What is approved once more, or refused, is no news but to its author.
      await app.post(
        '/newapi/operator/comment/refuse',
        { ids: [commentId], reason: '与主题无关' },
        { token: tokens.get('operator') },
      )
      await approve([commentId])
      await app.post(
        '/newapi/operator/comment/delete',
        { ids: [commentId] },
        { token: tokens.get('operator') },
      )
      expect(await names()).toEqual(
        [...ownerHears, 'commentRefused wei', 'commentRemoved wei', 'replied wei'].sort(),
      )
      const told = await noticesOf(id)
      expectTexts(told)
      expect(told.find(({ template }) => template === 'commentRefused')?.content).toContain('与主题无关')
      await expectOpens(id, PEOPLE.author)
    },
  )

  test.each(kindsWith('like'))('$name: the tenth like notifies the owner once', async (type) => {
    const id = await insertItem(type, 'online')
    await app.services.db.updateTable('item').set({ likeCount: 9 }).where('id', '=', id).execute()
    const like = operationOf(type, 'like') as Operation
    for (let time = 0; time < 3; time += 1) await call(like, 'reader', { id })
    const told = await noticesOf(id)
    expect(told.map(({ userId }) => userId)).toEqual([PEOPLE.owner])
    expect(told[0]?.title).toContain('10')
    await expectOpens(id, PEOPLE.owner)
  })

  test.each(kindsWith('due'))(
    '$name: a date that is near notifies its receivers once, and again after it is postponed',
    async (type) => {
      const [due] = type.events?.due ?? []
      if (!due) return
      now = DUE
      const run = { services: app.services, subject: null, dueAt: now, settle: async () => undefined }
      const look = () => dueTask.run(run)
      const far = await insertItem(type, 'online', { [due.field]: '2027-01-02' })
      const past = await insertItem(type, 'online', { [due.field]: '2026-11-01' })
      const near = await insertItem(type, 'online', { [due.field]: '2026-11-03' })
      await look()
      await look()
      const wanted = due.to.map(personOf).sort()
      expect((await noticesOf(near)).map(({ userId }) => userId).sort()).toEqual(wanted)
      expect(await noticesOf(far)).toEqual([])
      expect(await noticesOf(past)).toEqual([])
      await sql`update item set body = body || ${JSON.stringify({ [due.field]: '2026-12-24' })}::jsonb where id = ${near}`.execute(
        app.services.db,
      )
      now = new Date('2026-12-23T01:00:00Z')
      await look()
      now = DUE
      expect(await noticesOf(near)).toHaveLength(2 * wanted.length)
      expectTexts(await noticesOf(near))
      await expectOpens(near, PEOPLE.followers)
    },
  )

  test.each(withEvent('add'))(
    '$name: a new item notifies the owner of its parent or the accounts that its parent names',
    async (type) => {
      const above = model.contentTypes.find(
        ({ name }) => name === type.fields.find((field) => field.name === type.parent)?.ref,
      ) as ContentType
      const party = type.admission?.by?.flatMap((who) => partyField(parentPartyAudience(who) ?? '') ?? [])[0]
      const state = 'online' in above.lifecycle.states ? 'online' : (type.admission?.states[0] ?? '')
      const hearing = (type.events?.add ?? []).flatMap(({ to }) => to)
      const named = namedAbove(type, hearing)
      const parentId = await insertRow(above, state, PEOPLE['parent.owner'], {
        ...named,
        ...(party ? { [party]: FORCE.id } : {}),
      })
      const add = operationOf(type, 'add') as Operation
      // What takes the item above along tells of that instead.
      const { field = '', stays = [] } = type.takes ?? {}
      const taker = party ? FORCE.id : await adderOf(type, add)
      const own = {
        ...(await thereFor(type, add)),
        ...(stays.length > 0 ? { [field]: stays[0] } : {}),
        [type.parent ?? '']: parentId,
      }
      const sent = await filledFor(add, type, own, taker)
      const answer = await app.post<{ id: string }>(add.path, sent, { token: tokens.get(taker) })
      expect(answer.status, answer.text).toBe(200)
      const told = await noticesOf(answer.data.id)
      const wanted = hearing.includes('parent.owner') ? [PEOPLE['parent.owner']] : Object.values(named)
      expect(wanted.length).toBeGreaterThan(0)
      expect(told.map(({ userId }) => userId).sort()).toEqual([...new Set(wanted)].sort())
      expectTexts(told)
    },
  )
})
