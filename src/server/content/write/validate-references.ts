// Stage validate: references and files of an item exist, are the writer's to name, and somebody can act who has to.
import { type Kysely, sql } from 'kysely'
import { canRead } from '#server/content/access/access.ts'
import type { ActionContext, TransitionContext } from '#server/content/action.ts'
import { ableMembers, activeAssignees } from '#server/content/fields/participants-sql.ts'
import { loadRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { type Caller, partyAudience } from '#shared/access/roles.ts'
import { filesNamedIn } from '#shared/addresses/file-address.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import { FILE_WIDGETS } from '#shared/forms/file-widgets.ts'
import { isDynamicValue } from '#shared/lifecycles/effects.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Body } from './validate.ts'

type Checking = Pick<ActionContext, 'db' | 'plan' | 'services'> & { readonly caller: Caller | 'system' }

/**
 * Checks the references of `body`. References that `currentBody` already has are not validated again, because they
 * were valid when they were written. The system may name whatever exists.
 */
export function checkRefs(context: Checking, body: Body, currentBody: Body = {}): Promise<void> {
  return checkReferences(context, 'item', context.plan.refs, body, currentBody)
}

/** Checks the references among the answers to the form of a transition. */
export function checkAnsweredRefs(context: Checking, fields: readonly Field[], answers: Body): Promise<void> {
  return checkReferences(
    context,
    'form',
    fields.filter(({ ref }) => ref !== undefined),
    answers,
    {},
  )
}

/** `root` names the body in the effects of transitions. */
async function checkReferences(
  { db, plan, services, caller }: Checking,
  root: 'item' | 'form',
  refs: readonly Field[],
  body: Body,
  currentBody: Body,
): Promise<void> {
  const model = services.model()
  const wanted = refs.flatMap((field) => {
    const isOfType = body[field.refBy ?? ''] === currentBody[field.refBy ?? '']
    const kept = new Set(isOfType ? idsIn(currentBody, field.name) : [])
    const ids = idsIn(body, field.name).filter((id) => !kept.has(id))
    const target = findPlan(model, field.ref ?? String(body[field.refBy ?? ''] ?? ''))
    const next = findNextTransition(plan.type.lifecycle, root, field.name)
    const isScoped = target?.relations.areScoped || target?.relations.keepApplicants
    return ids.length > 0 ? [{ field, ids, target, next, isScoped }] : []
  })
  const simple = wanted.filter(({ next, isScoped }) => next || !isScoped).flatMap(({ ids }) => ids)
  const rows = simple.length > 0 ? await loadTargets(db, simple) : []
  const errors: FieldError[] = []
  for (const { field, ids, target, next, isScoped } of wanted) {
    const isReadable = async (id: string): Promise<boolean> => {
      if (!target) return false
      const row = isScoped
        ? await loadRow(db, target, sql`id = ${id}`)
        : rows.find((one) => one.id === id && one.type === target.type.name)
      return row !== undefined && (caller === 'system' || canRead(target.type, row, caller))
    }
    const path = `/${field.name}`
    const readable = await Promise.all(ids.map(isReadable))
    const idle = next && rows.find((row) => ids.includes(row.id) && !row.hasHands)
    if (readable.includes(false))
      errors.push({ path, message: `${field.title}不存在或已被删除，或者目前不对您开放` })
    else if (idle) errors.push({ path, message: handless(idle.title, next, field.title) })
  }
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}

async function loadTargets(db: Kysely<Schema>, ids: readonly string[]) {
  return db
    .selectFrom('item')
    .select(['id', 'type', 'status', 'ownerId', 'title'])
    .select(sql<boolean>`exists (${sql.raw(activeAssignees('item'))})`.as('hasHands'))
    .where('id', 'in', ids)
    .execute()
}

/** One id, several or none. */
function idsIn(body: Body, name: string): string[] {
  return [body[name] ?? []].flat() as string[] // references are text, by the form
}

/**
 * Checks that the assignee that the field names has an active account, if this assignee acts in the state after the
 * transition. `source` is the field that names the assignee before the transition has written it. Throws
 * `WRONG_STATE`.
 */
export async function requireActiveAssignee(
  transaction: Kysely<Schema>,
  { plan }: Pick<TransitionContext, 'plan'>,
  id: string,
  { name, title }: Pick<Field, 'name' | 'title'>,
  step: Pick<Transition, 'to'>,
  source = name,
): Promise<void> {
  const next = findTransition(plan.type.lifecycle, name, step.to)
  if (!next) return
  const named = sql`item.body->>${sql.lit(source)}`
  const { rows } = await sql<{ held: string | null; hasHands: boolean }>`
    select coalesce((select entry.title from item entry where entry.id = ${named}),
        (select known.name from account known where known.id = ${named})) as held,
      exists (${sql.raw(ableMembers('item', source))}) as has_hands
    from item where id = ${id}`.execute(transaction)
  const [row] = rows
  if (!row || row.held === null || row.hasHands) return
  throw new Failure('WRONG_STATE', { message: handless(row.held, next, title) })
}

/** The step that whom the field names takes from there; from anywhere, where no state is given. */
const findTransition = ({ transitions }: Lifecycle, name: string, state?: string): Transition | undefined =>
  transitions.find(
    ({ from, by }) => (state === undefined || from.includes(state)) && by.includes(partyAudience(name)),
  )

/**
 * Finds the transition that an account named in the field will have to execute, directly or after another transition
 * assigns it.
 */
function findNextTransition(
  lifecycle: Lifecycle,
  root: 'item' | 'form',
  name: string,
): Transition | undefined {
  const assigned = lifecycle.transitions.flatMap(({ to, do: effects = [] }) =>
    effects.flatMap((effect) =>
      'set' in effect
        ? Object.entries(effect.set).flatMap(([party, value]) =>
            isDynamicValue(value) && value.from === `${root}.${name}`
              ? [findTransition(lifecycle, party, to)]
              : [],
          )
        : [],
    ),
  )
  const direct = root === 'item' ? findTransition(lifecycle, name) : undefined
  return direct ?? assigned.find((step) => step !== undefined)
}

const handless = (held: string, next: Pick<Transition, 'title'>, title: string): string =>
  `“${held}”没有可用的账号，无法接收通知和办理“${next.title}”：请另选${title}`

/** Pictures of formatted text are named by their addresses. */
export function filesIn({ form }: TypePlan, field: Field, body: Body): string[] {
  const value = body[field.name]
  if (field.type === 'rich-text') return typeof value === 'string' ? filesNamedIn(value) : []
  const isFile =
    field.type === 'image' ||
    field.type === 'image-list' ||
    field.type === 'file-list' ||
    FILE_WIDGETS.has(form.inputs[field.name]?.widget ?? '')
  return isFile ? [value].flat().filter((id): id is string => typeof id === 'string' && id !== '') : []
}

/** `currentBodies`: what the item, and the change that waits beside it, hold already. */
export async function checkFiles(
  { plan, caller, db }: Pick<ActionContext, 'plan' | 'caller' | 'db'>,
  body: Body,
  currentBodies: readonly Body[] = [],
): Promise<void> {
  const named = plan.own.map((field) => {
    const kept = new Set(currentBodies.flatMap((before) => filesIn(plan, field, before)))
    const ids = filesIn(plan, field, body).filter((id) => !kept.has(id))
    return { field: field.name, title: field.title, ids }
  })
  const isOwn = ({ ownerId }: { readonly ownerId: string | null }) =>
    ownerId !== null && ownerId === caller?.id
  const errors = await validateFiles(db, { form: plan.form.id, isOwn }, named)
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}

export interface NamedFiles {
  readonly field: string
  readonly title: string
  readonly ids: readonly string[]
}

export interface UploadedFile {
  readonly ownerId: string | null
  readonly visitor: string | null
}

interface Occasion {
  /** The form they were uploaded for. */
  readonly form: string
  /** Returns true if the file belongs to the submitter, or to nobody yet and the submitter may use it. */
  readonly isOwn: (file: UploadedFile) => boolean
}

/** One error for each field that names a file which is lost, another's, or was uploaded for something else. */
export async function validateFiles(
  db: Kysely<Schema>,
  { form, isOwn }: Occasion,
  named: readonly NamedFiles[],
): Promise<FieldError[]> {
  const ids = named.flatMap((one) => one.ids)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('file')
    .select(['id', 'ownerId', 'visitor', 'form', 'field'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  return named.flatMap(({ field, title, ids: wanted }) => {
    const found = wanted.map((id) => known.get(id))
    const fits = (row: (typeof found)[number]) => row?.form === form && row.field === field
    if (found.some((row) => !fits(row))) return [{ path: `/${field}`, message: `${title}已失效，请重新上传` }]
    // The message on another person's file reveals no more than its id does.
    if (found.some((row) => row && !isOwn(row)))
      return [{ path: `/${field}`, message: `${title}中有已用于其他资料或不是由您上传的文件，请重新上传` }]
    return []
  })
}
