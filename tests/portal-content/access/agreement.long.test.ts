// Tests that detail, lists, counts, search, files, feeds, histories and the export agree about who reads an item, and buttons,
// queries and notices about who may act on it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canRead, readsAsItStands } from '#server/content/access/access.ts'
import { toColumns } from '#server/content/items/item-columns.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { findReaders } from '#server/content/workflow/receivers.ts'
import { insertMany, type NewRow } from '#server/content/write/insert-items.ts'
import { accountRegion } from '#server/platform/accounts/account-region.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { decideFor, isAllowed, member } from '#shared/access/policy.ts'
import { type Caller, grantsOf, partyField } from '#shared/access/roles.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { all } from '#shared/expressions/predicate.ts'
import { isExecutableBy, isOpenTo, openPredicate } from '#shared/lifecycles/transition-policies.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { keepFile } from '../../server/support/keep-file.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { IS_LONG, someOf } from '../../support/long-run.ts'
import { askerAs, PUBLIC_ROLES, ROLES } from '../../support/roles.ts'
import { bodyOf, withUnique } from './items.ts'

const CREATED = new Date(Date.UTC(2026, 0, 5))
const STRANGER = 'somebody'
/** Nobody acts from this account: what waits for it others do, where a lifecycle says so. */
const ABSENT = 'absent'
const REGION = '350100'
/** Stands in every title; nothing of the portal has it. */
const MARK = 'zxqmark'
const GUEST = 'guest'

/** In the short run somebody without grants, and everybody whom a grant lets see more. */
const plain = PUBLIC_ROLES.filter(({ grants }) => grants.length === 0).map(({ name }) => name)
const PEOPLE = IS_LONG ? ROLES : ROLES.filter((role) => !plain.includes(role) || role === plain[0])
const CALLERS = [GUEST, ...PEOPLE]
const callerOf = (who: string): Caller => (who === GUEST ? null : askerAs(who, who))

/** Besides them who is responsible for the region, and who acts for somebody of each role in all parts of the type. */
function callersFor({ lifecycle, name }: ContentType): readonly (readonly [string, Caller])[] {
  const parts = (lifecycle.delegation ?? []).map(({ part }) => part)
  const regional = PEOPLE.map(
    (who) => [`${who} of the region`, { ...askerAs(who, who), region: '35' }] as const,
  )
  const principals = parts.length > 0 ? PEOPLE : []
  const delegates = principals.map((who) => {
    const principal = { ...askerAs(who, who), name: who, region: '35', parts: { [name]: parts } }
    return [`delegate of ${who}`, { ...askerAs(plain[0] ?? '', 'delegate'), standsIn: [principal] }] as const
  })
  // Roles that were assigned for items like these, and for others.
  const assigned = ['editor', 'reviewer'].flatMap((role) =>
    [{ types: [name], regions: ['35'] }, { regions: ['11'] }].map((scope) => {
      const caller = {
        ...askerAs(plain[0] ?? '', 'assigned'),
        assigned: [{ ...askerAs(role), role, scope }],
      }
      return [`${role} for ${JSON.stringify(scope)}`, caller] as const
    }),
  )
  return [...CALLERS.map((who) => [who, callerOf(who)] as const), ...regional, ...delegates, ...assigned]
}

const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-agreement-'))
const tokens = new Map<string, string>()
let app: TestApp
const rows = new Map<string, ItemRow>()
const files = new Map<string, string>()

const OWNERS = [STRANGER, ABSENT, ...PEOPLE]
const idOf = (type: string, status: string, owner: string) => `${type}-${status}-${owner}`
const plans = (): TypePlan[] =>
  app.source.model.contentTypes.flatMap(({ name }) => findPlan(app.source.model, name) ?? [])
const rowsOf = ({ type }: TypePlan) => [...rows.values()].filter((row) => row.type === type.name)

beforeAll(async () => {
  app = await createTestApp({ env: { DATA_DIR: dataDir } })
  for (const who of PEOPLE) tokens.set(who, await app.signIn(who, who))
  await app.services.db
    .insertInto('account')
    .values(
      [STRANGER, ABSENT].map((id) => ({
        id,
        userName: id,
        role: plain[0] ?? '',
        passwordHash: '!',
        name: '别人',
        status: id === ABSENT ? ACCOUNT.blocked : ACCOUNT.active,
      })),
    )
    .execute()
  for (const plan of plans()) await insertOf(plan)
  for (const plan of plans()) {
    const found = await sql<ItemRow>`select ${sql.raw(plan.infoColumns)} from item
      where type = ${plan.type.name}`.execute(app.services.db)
    for (const row of found.rows) rows.set(row.id, row)
  }
  const seen = PEOPLE.flatMap((userId) =>
    [...rows.keys()].map((itemId) => ({ userId, itemId, viewedAt: CREATED })),
  )
  for (let start = 0; start < seen.length; start += 1_000)
    await app.services.db
      .insertInto('viewRecord')
      .values(seen.slice(start, start + 1_000))
      .execute()
}, 240_000)
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Of all parents and parties another one each time. */
let turn = 0

/** What the item is submitted for, in another state each time, and the accounts that its fields name. */
function relatedTo(type: ContentType): { readonly parentId: string | null; readonly body: object } {
  turn += 1
  const field = type.fields.find(({ name }) => name === type.parent)
  const parent = app.source.model.contentTypes.find(({ name }) => name === field?.ref)
  const states = Object.keys(parent?.lifecycle.states ?? {})
  const owner = OWNERS[turn % OWNERS.length] as string
  const parentId = parent ? idOf(parent.name, states[turn % states.length] as string, owner) : null
  const named = [
    ...Object.values(type.lifecycle.states).flatMap(({ readers = [] }) => readers),
    ...type.lifecycle.transitions.flatMap(({ by }) => by),
  ].flatMap((audience) => partyField(audience) ?? [])
  const parties = Object.fromEntries(
    named.map((name, at) => [name, OWNERS[(turn + at) % OWNERS.length] as string]),
  )
  return { parentId, body: { ...parties, ...(field ? { [field.name]: parentId } : {}) } }
}

/** In every state one of somebody else, one of somebody who cannot act, and one of each caller's own. */
async function insertOf(plan: TypePlan): Promise<void> {
  const { type } = plan
  const field = type.fields.find(({ type: kind, visible }) => kind === 'file-list' && visible === undefined)
  const inserted: NewRow[] = []
  for (const [status, state] of Object.entries(type.lifecycle.states))
    for (const owner of OWNERS) {
      const id = idOf(type.name, status, owner)
      const { parentId, body: related } = relatedTo(type)
      const body: Record<string, unknown> = {
        ...withUnique(type, bodyOf(app, type), id),
        ...related,
      }
      if (type.fields.some(({ name, type: kind }) => name === type.heading && kind === 'text'))
        body[type.heading] = MARK
      if (field && owner === STRANGER) {
        const file = await keepFile(app, { form: type.name, field: field.name, ownerId: STRANGER })
        files.set(id, file)
        body[field.name] = [file]
      }
      const columns = toColumns(plan, body)
      const codes = type.fields.filter(({ unique, schema }) => unique && schema.format)
      for (const { name } of codes) delete (columns.body as Record<string, unknown>)[name]
      inserted.push({
        ...columns,
        title: `${MARK} ${id}`,
        id,
        type: type.name,
        status,
        ownerId: owner,
        parentId,
        region: REGION,
        viewCount: 1,
        likeCount: 0,
        publishedAt: state.public ? CREATED : null,
        createdAt: CREATED,
      })
    }
  await insertMany(app.services.db, inserted)
}

const ask = <T>(who: string, path: string) => app.get<T>(path, { token: tokens.get(who) })

const callsOf = ({ type }: TypePlan, ...actions: string[]): Operation[] =>
  app.source.model.operations.filter(
    ({ content, method }) =>
      method === 'GET' && content?.type === type.name && actions.includes(content.action),
  )

const readsCurrent = (plan: TypePlan, row: ItemRow, caller: Caller): boolean =>
  canRead(plan.type, row, caller) && readsAsItStands(plan.type, row, caller)

/** Ids for which the two differ. */
const differing = (ids: readonly string[], shown: (id: string) => boolean, wanted: (id: string) => boolean) =>
  ids.filter((id) => shown(id) !== wanted(id)).map((id) => `${id}: ${shown(id) ? 'shown' : 'not shown'}`)

describe('items of every type, state and owner, asked for by every role', () => {
  test('the condition of lists selects those that the policy lets the caller read', async () => {
    const wrong: string[] = []
    for (const plan of plans())
      for (const [who, caller] of callersFor(plan.type)) {
        const found = await sql<{ id: string }>`select id from item
          where type = ${plan.type.name} and ${plan.relations.readableTo(caller)}`.execute(app.services.db)
        const ids = new Set(found.rows.map(({ id }) => id))
        const all = rowsOf(plan).map(({ id }) => id)
        const wanted = (id: string) => readsCurrent(plan, rows.get(id) as ItemRow, caller)
        wrong.push(...differing(all, (id) => ids.has(id), wanted).map((text) => `${who} ${text}`))
      }
    expect(wrong).toEqual([])
  })

  test('an owner finds in the list of own items those that the policy lets the owner read', async () => {
    const wrong: string[] = []
    for (const plan of plans())
      for (const who of PEOPLE) {
        const caller = callerOf(who) as NonNullable<Caller>
        const found = await sql<{ id: string }>`select id from item
          where type = ${plan.type.name} and owner_id = ${who}
            and ${plan.relations.readableToOwner(caller)}`.execute(app.services.db)
        const ids = new Set(found.rows.map(({ id }) => id))
        const own = rowsOf(plan).filter(({ ownerId }) => ownerId === who)
        const there = own.filter(({ status }) => !plan.type.lifecycle.states[status]?.gone)
        const wanted = (id: string) => readsCurrent(plan, rows.get(id) as ItemRow, callerOf(who))
        const texts = differing(
          there.map(({ id }) => id),
          (id) => ids.has(id),
          wanted,
        )
        wrong.push(...texts.map((text) => `${who} ${text}`))
      }
    expect(wrong).toEqual([])
  })

  test('the detail is answered to those whom the policy lets read, and to nobody else', async () => {
    const wrong: string[] = []
    for (const plan of plans()) {
      const [call] = callsOf(plan, 'info').filter(({ content }) => !content?.fields)
      if (!call?.access.includes('anyone')) continue
      for (const who of CALLERS)
        for (const row of rowsOf(plan)) {
          if (row.ownerId !== STRANGER && row.ownerId !== who) continue
          const { code } = await ask(
            who,
            call.path.includes('{id}') ? call.path.replace('{id}', row.id) : `${call.path}?id=${row.id}`,
          )
          if ((code === 0) !== canRead(plan.type, row, callerOf(who))) wrong.push(`${who} ${row.id}: ${code}`)
        }
    }
    expect(wrong).toEqual([])
  })

  test('lists and their totals hold no more than the policy lets the caller read, and in a public state no less', async () => {
    const wrong: string[] = []
    for (const plan of someOf(plans(), 12))
      for (const call of callsOf(plan, 'list', 'manage')) {
        if (Object.keys(call.content?.fixed ?? {}).length > 0) continue
        for (const who of CALLERS)
          for (const [status, state] of Object.entries(plan.type.lifecycle.states)) {
            const ids = [STRANGER, ...(who === GUEST ? [] : [who])].map((owner) =>
              idOf(plan.type.name, status, owner),
            )
            const { code, data } = await ask<Paged<{ id: string }>>(
              who,
              `${call.path}?status=${status}&ids=${ids.join(',')}`,
            )
            if (code !== 0) continue
            const listed = data.list.map(({ id }) => id)
            if (data.totalCount !== listed.length)
              wrong.push(`${who} ${call.id} ${status}: total ${data.totalCount}`)
            const reads = ids.filter((id) => readsCurrent(plan, rows.get(id) as ItemRow, callerOf(who)))
            const leaked = listed.filter((id) => !reads.includes(id))
            const lacking = state.public ? reads.filter((id) => !listed.includes(id)) : []
            if (leaked.length + lacking.length > 0)
              wrong.push(`${who} ${call.id} ${status}: leaks ${leaked}, lacks ${lacking}`)
          }
      }
    expect(wrong).toEqual([])
  })

  test('search, suggestions and hot lists show a visitor only what the policy lets everybody read', async () => {
    const open = (id: string) => {
      const row = rows.get(id)
      const plan = row && findPlan(app.source.model, row.type)
      return !row || !plan || readsCurrent(plan, row, null)
    }
    await app.services.db
      .insertInto('searchHeat')
      .values([...rows.values()].map(({ id, type }) => ({ itemId: id, type, searchers: 9 })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const wrong: string[] = []
    const { data: found } = await ask<{ total: number; list: { id: string }[] }>(
      GUEST,
      `/newapi/api/search?keyWord=${MARK}&limit=50`,
    )
    const { data: hot } = await ask<{ id: string }[]>(GUEST, '/newapi/hotSearch/getAll?limit=50')
    const { data: offered } = await ask<{ id: string }[]>(GUEST, `/newapi/api/search/suggest?keyWord=${MARK}`)
    for (const { id } of [...(found?.list ?? []), ...(hot ?? []), ...(offered ?? [])])
      if (!open(id)) wrong.push(id)
    expect(wrong).toEqual([])
    expect(hot?.length).toBeGreaterThan(0)
  })

  test('a file is answered to the readers of its item, and to nobody else but its owner and examiners', async () => {
    const wrong: string[] = []
    for (const [id, file] of files) {
      const row = rows.get(id) as ItemRow
      const plan = findPlan(app.source.model, row.type) as TypePlan
      for (const who of CALLERS) {
        const { code } = await ask(who, `/file/fileOperation/info?id=${file}`)
        const grants = callerOf(who)?.grants ?? []
        const wanted =
          grants.includes('moderate') || grants.includes('examine') || readsCurrent(plan, row, callerOf(who))
        if ((code === 0) !== wanted) wrong.push(`${who} ${id}: ${code}`)
      }
    }
    expect(files.size).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  })

  test('the history and the export of own data name only items that the policy lets the person read', async () => {
    const wrong: string[] = []
    for (const who of PEOPLE) {
      const { data } = await ask<{ views: { itemId: string; title: string | null }[] }>(
        who,
        '/newapi/api/account/export',
      )
      const { data: viewed } = await ask<Paged<{ id: string }>>(who, '/newapi/userPage/views?limit=50')
      const named = [
        ...data.views.flatMap(({ itemId, title }) => (title === null ? [] : [itemId])),
        ...viewed.list.map(({ id }) => id),
      ]
      for (const id of named) {
        const row = rows.get(id) as ItemRow
        const plan = findPlan(app.source.model, row.type) as TypePlan
        if (!readsCurrent(plan, row, callerOf(who))) wrong.push(`${who} ${id}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('feeds hold only items that the policy lets everybody read', async () => {
    const wrong: string[] = []
    for (const page of app.source.model.pages) {
      if (page.kind !== 'list') continue
      const { text, status } = await app.get(`/feed/${page.id}.atom`)
      if (status !== 200) continue
      for (const row of rows.values()) {
        const plan = findPlan(app.source.model, row.type) as TypePlan
        if (text.includes(`/${row.id}<`) && !readsCurrent(plan, row, null)) wrong.push(`${page.id} ${row.id}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('the database selects for a transition the items on which the policy leaves it open to the caller', async () => {
    const wrong: string[] = []
    for (const plan of someOf(plans(), 12)) {
      const { type, relations } = plan
      const steps = type.lifecycle.transitions
      if (steps.length === 0) continue
      const scope = { type: type.name, vacancy: type.lifecycle.vacancy }
      for (const [who, caller] of callersFor(type)) {
        const columns = steps.map((step, at) => {
          const mayExecute = decideFor(member(step.by, step.not), caller, scope)
          const open = relations.where(all([openPredicate(step, caller), mayExecute]))
          return sql`coalesce(${open}, false) as ${sql.id(`step${at}`)}`
        })
        const found = await sql<Record<string, unknown>>`select id, ${sql.join(columns)} from item
          where type = ${type.name}`.execute(app.services.db)
        for (const { id, ...open } of found.rows) {
          const row = rows.get(String(id)) as ItemRow
          for (const [at, step] of steps.entries()) {
            const wanted = isOpenTo(step, row, caller) && isExecutableBy(step, caller, row)
            if (open[`step${at}`] !== wanted) wrong.push(`${who} ${step.action} ${id}: ${!wanted}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('the detail shows a button for the transitions that the policy leaves open, and for no others', async () => {
    const wrong: string[] = []
    for (const plan of someOf(plans(), 12)) {
      const [call] = callsOf(plan, 'info').filter(({ content }) => !content?.fields)
      if (!call?.access.includes('anyone')) continue
      const offered = new Set(plan.calls.map(({ content }) => content?.action))
      for (const who of PEOPLE)
        for (const row of rowsOf(plan)) {
          if (row.ownerId !== STRANGER && row.ownerId !== who) continue
          const path = call.path.includes('{id}')
            ? call.path.replace('{id}', row.id)
            : `${call.path}?id=${row.id}`
          const { code, data } = await ask<{ actions: { action: string }[] }>(who, path)
          if (code !== 0) continue
          const shown = data.actions.map(({ action }) => action)
          const wanted = plan.type.lifecycle.transitions.filter(
            (step) =>
              offered.has(step.action) &&
              isOpenTo(step, row, callerOf(who)) &&
              isExecutableBy(step, callerOf(who), row),
          )
          const names = new Set(wanted.map(({ action }) => action))
          if ([...names].sort().join() !== shown.sort().join())
            wrong.push(`${who} ${row.id}: shows ${shown}, may ${[...names]}`)
        }
    }
    expect(wrong).toEqual([])
  })

  test('a notice to an audience reaches the accounts that the policy counts in it and lets read', async () => {
    const wrong: string[] = []
    const { model } = app.source
    const { rows: accounts } = await sql<
      NonNullable<Caller>
    >`select id, role, ${accountRegion(model)} as region
      from account where status = ${ACCOUNT.active} order by id`.execute(app.services.db)
    for (const plan of someOf(plans(), 12)) {
      const audiences = new Set(plan.type.lifecycle.transitions.flatMap(({ by }) => by))
      for (const audience of audiences)
        for (const row of rowsOf(plan).filter((_, at) => IS_LONG || at % 5 === 0)) {
          const told = await findReaders(app.services.db, model, { plan, row, actor: null }, [audience])
          const wanted = accounts
            .map((account) => ({ ...account, grants: grantsOf(model.roles, account.role) }))
            .filter((caller) => isAllowed(member([audience]), caller, row) && canRead(plan.type, row, caller))
          const isDeleted = plan.type.lifecycle.states[row.status]?.gone === true
          const ids = isDeleted ? [] : wanted.map(({ id }) => id)
          if (
            told
              .map(({ id }) => id)
              .sort()
              .join() !== ids.join()
          )
            wrong.push(`${audience} ${row.id}: told ${told.map(({ id }) => id)}, meant ${ids}`)
        }
    }
    expect(wrong).toEqual([])
  })
})
