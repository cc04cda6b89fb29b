// Owns what waits for a person: own items that go on only with him, and what others handed in to what is his.
import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../shared/condition.ts'
import type { ContentType } from '../../shared/content-model.ts'
import type { Paged } from '../../shared/envelope.ts'
import { isGone, isOnward, type Transition } from '../../shared/lifecycle.ts'
import type { Model } from '../../shared/model.ts'
import { type Audience, partyAbove, partyField, regionalOf, standInsFor } from '../../shared/roles.ts'
import type { Call } from '../call.ts'
import { conditionSql } from '../content/condition-sql.ts'
import { isInRegion } from '../content/parties.ts'
import { findPlan, type TypePlan } from '../content/type-plan.ts'
import { noneHasVoted } from '../content/votes-column.ts'
import { toPaged } from '../operations/paged.ts'
import { readPaging } from '../operations/read-paging.ts'
import { requireSignedIn, type SignedIn } from '../operations/require-signed-in.ts'

interface Turn {
  readonly status: string
  readonly titles: readonly string[]
  /** Absent where one of the steps is open whatever the item holds. */
  readonly when?: Condition
}

/** The states in which it is that person's turn, and the steps he then chooses from. */
export function turnsOf({ lifecycle }: ContentType, who: Audience): Turn[] {
  const takes = (step: Transition) =>
    isOnward(lifecycle, step) && step.by.includes(who) && !step.not?.includes(who)
  return Object.entries(lifecycle.states).flatMap(([status, { readers }]) => {
    const own = lifecycle.transitions.filter((step) => step.from.includes(status) && takes(step))
    // What is public goes on without its owner; what was handed in to somebody waits for him all the same.
    const waits = who === 'owner' ? readers !== undefined : true
    const titles = [...new Set(own.map(({ title }) => title))]
    if (!waits || titles.length === 0 || isGone(lifecycle, status)) return []
    const asked = own.flatMap(({ when }): Condition[] => (when ? [when] : []))
    return [{ status, titles, ...(asked.length === own.length ? { when: { any: asked } } : {}) }]
  })
}

/** The parties that take steps of their own. */
function partiesOf({ lifecycle }: ContentType): Audience[] {
  const named = lifecycle.transitions.flatMap(({ by }) => by)
  return [...new Set(named.filter((audience) => partyField(partyAbove(audience) ?? audience) !== undefined))]
}

function inTurn(turns: readonly Turn[], user: object): RawBuilder<unknown> {
  const parts = turns.map(({ status, when }) =>
    when
      ? sql`(item.status = ${sql.lit(status)} and ${conditionSql(when, user)})`
      : sql`item.status = ${sql.lit(status)}`,
  )
  return sql`(${sql.join(parts, sql` or `)})`
}

function conditionOf(model: Model, type: ContentType, asker: SignedIn): RawBuilder<unknown>[] {
  const { id: userId } = asker
  const user = { ...asker, signedIn: true, type: asker.role }
  const [own, received] = [turnsOf(type, 'owner'), turnsOf(type, 'parent.owner')]
  const plan = findPlan(model, type.name)
  const parties = partiesOf(type).map((party) => [party, turnsOf(type, party)] as const)
  const isType = sql`item.type = ${sql.lit(type.name)}`
  return [
    ...(own.length > 0 ? [sql`(${isType} and item.owner_id = ${userId} and ${inTurn(own, user)})`] : []),
    ...(received.length > 0 && plan
      ? [sql`(${isType} and ${inTurn(received, user)} and ${plan.relations.lieUnder(userId)})`]
      : []),
    ...parties.flatMap(([party, turns]) =>
      turns.length > 0 && plan
        ? [
            sql`(${isType} and ${inTurn(turns, user)} and ${plan.relations.isParty(party, userId)}
              and ${noneHasVoted(type, [userId])})`,
          ]
        : [],
    ),
    ...(plan ? handedOn(plan, asker) : []),
  ]
}

/** What waits for those for whom he stands in, as far as they have handed it on; never what is his own. */
function handedOn({ type, relations }: TypePlan, asker: SignedIn): RawBuilder<unknown>[] {
  return standInsFor(asker, { type: type.name, ownerId: null }).flatMap(({ principal, parts }) => {
    const user = { ...principal, signedIn: true, type: principal.role }
    return parts.flatMap((part) => {
      const turns = turnsOf(type, part)
      if (turns.length === 0) return []
      return [
        sql`(item.type = ${sql.lit(type.name)} and ${inTurn(turns, user)} and item.owner_id is distinct from ${asker.id}
          and ${isHis(relations, part, principal)} and ${noneHasVoted(type, [asker.id, principal.id])})`,
      ]
    })
  })
}

function isHis(
  relations: TypePlan['relations'],
  part: Audience,
  { id, region }: SignedIn,
): RawBuilder<unknown> {
  if (regionalOf(part) !== undefined) return region ? isInRegion(region) : sql`false`
  const isParty = partyField(partyAbove(part) ?? part) !== undefined
  return isParty ? relations.isParty(part, id) : sql`true`
}

/** A change that was sent back waits for its author, whatever state its item is in. */
function returnedChange({ contentTypes }: Model, userId: string): RawBuilder<unknown> {
  const waiting = contentTypes.flatMap(({ lifecycle }) =>
    Object.values(lifecycle.states).flatMap(({ edited }) => (edited === undefined ? [] : [edited])),
  )
  if (waiting.length === 0) return sql`false`
  return sql`exists (select from pending_version change where change.item_id = item.id and change.author = ${userId}
    and change.status not in (${sql.join([...new Set(waiting)].map((state) => sql.lit(state)))}))`
}

export function isTodo(model: Model, asker: SignedIn): RawBuilder<unknown> {
  const { id: userId } = asker
  const parts = model.contentTypes.flatMap((type) => conditionOf(model, type, asker))
  const change = sql`(item.owner_id = ${userId} and ${returnedChange(model, userId)})`
  return sql`(${sql.join([...parts, change], sql` or `)})`
}

interface Row {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly status: string
  readonly isOwn: boolean
  readonly updatedAt: Date
}

export async function listTodo({ asker, params, services }: Call): Promise<Paged<unknown>> {
  const person = requireSignedIn(asker)
  const { id: userId } = person
  const model = services.model()
  const paging = readPaging(params)
  const where = isTodo(model, person)
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`select item.id, item.type, item.title, item.status, item.updated_at, item.owner_id = ${userId} as is_own
      from item where ${where} order by item.updated_at desc, item.id desc
      limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`.execute(services.db),
    sql<{ total: number }>`select count(*)::int as total from item where ${where}`.execute(services.db),
  ])
  const list = rows.map(({ isOwn, updatedAt, ...row }) => ({
    ...row,
    dataType: row.type,
    turn: wordsOf(model, row, isOwn, person),
    updatedAt: updatedAt.toISOString(),
  }))
  return toPaged(list, counted.rows[0]?.total ?? 0, paging)
}

function wordsOf(
  { contentTypes }: Model,
  { type: name, status }: Pick<Row, 'type' | 'status'>,
  isOwn: boolean,
  asker: SignedIn,
): string {
  const type = contentTypes.find((one) => one.name === name)
  const ways = type ? [...(isOwn ? ['owner'] : []), 'parent.owner', ...partiesOf(type)] : []
  const find = (among: readonly Audience[]) =>
    among.flatMap((who) => (type ? turnsOf(type, who) : [])).find((one) => one.status === status)
  const own = find(ways)
  const [handed] = own
    ? []
    : standInsFor(asker, { type: name, ownerId: null }).filter(({ parts }) => find(parts))
  const turn = own ?? find(handed?.parts ?? [])
  if (!turn) return '修改稿被退回，请按意见修改后重新提交'
  const whose = handed ? `代${handed.principal.name}：` : ''
  return `${whose}${isOwn || handed ? '请' : '对方在等您'}${turn.titles.map((title) => `“${title}”`).join('或')}`
}
