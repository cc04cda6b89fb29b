// Makes the engine of the system: it writes in nobody's name, whoever may otherwise, and is audited as the system.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { notInState } from '#server/content/access/refuse-by-state.ts'
import type { ActionContext, WriteScope } from '#server/content/action.ts'
import { itemEdited } from '#server/content/events.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { loadProjectedColumns } from '#server/content/parameters/load-projected-columns.ts'
import { type ListQuery, parseListQuery } from '#server/content/query/list-query.ts'
import { countAll, loadListed } from '#server/content/query/run-list.ts'
import { addAsSystem } from '#server/content/workflow/create-related.ts'
import { move } from '#server/content/workflow/move.ts'
import { lockFamily } from '#server/content/workflow/move-related.ts'
import { readTransitionInput } from '#server/content/workflow/transition-form.ts'
import { requireFutureDate, requireSubmittable } from '#server/content/workflow/validate.ts'
import { setFields } from '#server/content/write/persist.ts'
import { beforeValidate, toHookItem } from '#server/content/write/run-hooks.ts'
import { namingViolations } from '#server/content/write/uniqueness.ts'
import { type Body, validateSystemFields } from '#server/content/write/validate.ts'
import { checkRefs } from '#server/content/write/validate-references.ts'
import { settle, transact } from '#server/content/write/write.ts'
import type { AuditEntry, Engine, EngineCall, Nesting, Services } from '#server/platform/call.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { NO_REQUEST } from '#server/platform/http/no-request.ts'
import { validatorOf } from '#server/platform/validation/build-ajv.ts'
import { ajvToFieldErrors } from '#server/platform/validation/to-field-errors.ts'
import { toStored } from '#server/platform/validation/to-stored.ts'
import { validateForm } from '#server/platform/validation/validate-form.ts'
import { toPaged } from '#shared/calls/envelope.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import { endOf, presentStates } from '#shared/lifecycles/lifecycle.ts'
import { isOpenTo } from '#shared/lifecycles/transition-policies.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { InTurn } from './queued.ts'

type Values = Readonly<Record<string, unknown>>
type Work = ActionContext & WriteScope

/** A name that the model does not have is a fault of the code that calls. */
export function requirePlan({ model }: Pick<Services, 'model'>, type: string): TypePlan {
  const plan = findPlan(model(), type)
  if (!plan) throw new TypeError(`没有内容类型“${type}”`)
  return plan
}

/** No operation of the portal is called, so there need be none. */
const OPERATION: Operation = {
  id: '',
  summary: '',
  deed: '',
  method: 'POST',
  path: '',
  access: [],
  writes: true,
  params: {},
}

interface Done {
  readonly answer: Values
  readonly target: string
  readonly detail?: AuditEntry['detail']
}

/**
 * Access does not apply; forms, references, conditions of transitions and what must be unique do. Items are added for
 * an owner (`ownerId`), who must be allowed to submit them, or for nobody.
 */
export function buildSystemEngine(call: EngineCall, nesting: Nesting, inTurn: InTurn): Engine {
  const { services } = call
  const model = services.model()
  const contextOf = (plan: TypePlan, input: Values = {}) => ({
    call: { params: {}, body: input, caller: null, account: null, request: NO_REQUEST, services },
    services,
    db: nesting.within?.db ?? services.db,
    operation: OPERATION,
    content: { type: plan.type.name, action: 'manage', fixed: {} },
    plan,
    params: input,
    caller: null,
    within: nesting.within,
    depth: nesting.depth,
  })
  const write = (what: string, context: ActionContext, work: (work: Work) => Promise<Done>) => {
    const run = async (scope: WriteScope) => {
      const { answer, target, detail } = await work({ ...context, ...scope, origin: `engine.${what}` })
      const entry: AuditEntry = { actor: null, action: `engine.${what}`, target, result: 'ok' }
      await settle(scope, services, [{ ...entry, ...(detail ? { detail } : {}) }])
      return answer
    }
    const { within } = nesting
    const once = () => (within ? run(within) : transact(services, run))
    return inTurn(() => namingViolations(model, once))
  }
  const system: Engine = {
    add: async (type, body, { ownerId = null } = {}) =>
      write('add', contextOf(requirePlan(services, type)), (work) => addOne(work, { ...body }, ownerId)),
    update: async (type, id, changes) =>
      write('update', contextOf(requirePlan(services, type)), (work) => updateOne(work, id, { ...changes })),
    transition: async (type, id, action, input = {}) =>
      write('transition', contextOf(requirePlan(services, type), { ...input }), (work) =>
        moveOne(work, id, action),
      ),
    list: async (type, query = {}) => {
      const context = contextOf(requirePlan(services, type))
      return inTurn(() => listAll(context, { ...query }))
    },
    get: async (type, id) => {
      const { db, plan } = contextOf(requirePlan(services, type))
      const row = await inTurn(() => loadRow(db, plan, sql`id = ${id}`))
      if (!row) throw new Failure('NOT_FOUND')
      return toAnswer(row)
    },
    asSystem: () => system,
  }
  return system
}

async function addOne(work: Work, given: Body, ownerId: string | null): Promise<Done> {
  const { plan, services } = work
  validateFields(plan, given)
  const id = newId(services.clock())
  const receiptNo = await addAsSystem(work, { id, ownerId, given, actor: null, refersAs: 'system' })
  const status = plan.type.lifecycle.initial
  return { answer: { id, receiptNo, status, revision: 1 }, target: id, detail: { status } }
}

/** Of a user whom no condition of a form is about. */
const SYSTEM = { signedIn: true } as const

/** Only what changes: the other fields stay. */
async function updateOne(work: Work, id: string, changes: Body): Promise<Done> {
  const { plan, services } = work
  const row = await requireRow(work, id)
  const names = new Set(plan.form.fields.map(({ name }) => name))
  const pick = (body: Body, isOfForm: boolean) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name) === isOfForm))
  const sent = (await beforeValidate(work, { ...pick(row.body, true), ...changes }, row)) as Body
  validateFields(plan, sent)
  const occasion = { user: SYSTEM, isOwner: true, complete: true, now: services.clock(), status: row.status }
  const form = plan.formFor(sent)
  const answers = validateForm(form, pick(sent, true), { ...occasion, stored: row.body })
  const whole: Body = { ...toStored(plan.own, answers, { complete: true }), ...pick(sent, false) }
  const changed = Object.entries(whole).filter(([name, value]) => !isDeepStrictEqual(value, row.body[name]))
  const body: Body = Object.fromEntries(changed)
  await checkRefs({ ...work, caller: 'system' }, { ...row.body, ...body }, row.body)
  validateSystemFields(work, { ...row.body, ...body }, row.body)
  const revision = await setFields(work, row, body)
  await services.events.emit(itemEdited, work.db, {
    context: work,
    before: row,
    body: { ...row.body, ...body },
  })
  return { answer: { id, status: row.status, revision }, target: id, detail: { revision } }
}

/** As timers do: whoever may take it, only the conditions of the transition count. */
async function moveOne(work: Work, id: string, action: string): Promise<Done> {
  const { plan, params } = work
  await lockFamily(work, id, action)
  const row = await requireRow(work, id)
  const { transitions } = plan.type.lifecycle
  const known = transitions.find((one) => one.action === action)
  if (!known) throw new TypeError(`内容类型“${plan.type.name}”没有流转“${action}”`)
  const step = transitions.find((one) => one.action === action && isOpenTo(one, row, null))
  if (!step) throw notInState(plan.type, row.status, `办理“${known.title}”`)
  const { marks: _marks, ...unmarked } = step
  requireFutureDate(work, row, step)
  const input = await readTransitionInput({ ...work, params: { ...params, id } }, row, unmarked, 'system')
  await requireSubmittable(work, row, step)
  const to = endOf(step, row)
  const { revision } = await move(work, row, { ...step, to }, input)
  return {
    answer: { id, status: to, revision },
    target: id,
    detail: { step: step.title, from: row.status, to },
  }
}

async function requireRow({ db, plan }: Work, id: string): Promise<ItemRow> {
  const row = await loadRow(db, plan, sql`id = ${id}`, { lock: true })
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

/** Fields that no form has are validated by their own schemas, so that no code stores what no query can read. */
function validateFields({ byName, form, type }: TypePlan, body: Body): void {
  const ofForm = new Set(form.fields.map(({ name }) => name))
  const errors = Object.entries(body).flatMap(([name, value]): FieldError[] => {
    if (ofForm.has(name)) return []
    const field = byName.get(name)
    const path = `/${name}`
    if (!field || field.system || field.join || field.computed || field.of)
      return [{ path, message: `${type.title}没有可以填写的字段“${name}”` }]
    if (value === null || value === undefined) return []
    const validate = validatorOf(field.schema)
    return validate(value)
      ? []
      : ajvToFieldErrors(validate.errors ?? []).map(({ message }) => ({ path, message }))
  })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}

/** All states but the deleted ones, or the one that is asked for. */
async function listAll({ db, plan, content, services }: ActionContext, params: Values): Promise<unknown> {
  const {
    reader: _reader,
    owner: _owner,
    parentOwner: _parent,
    ...parsed
  } = parseListQuery(plan, content, params, null)
  const { lifecycle, name } = plan.type
  const wanted = params.status
  const statuses = typeof wanted === 'string' ? [wanted] : presentStates(lifecycle)
  const query: ListQuery = { ...parsed, statuses }
  const slots = query.parameters && (await loadProjectedColumns(db, services.model(), name))
  const { rows, total } = await loadListed(db, plan, query, slots, () => countAll(db, plan, query, slots))
  return toPaged(rows.map(toAnswer), total, query)
}

/** All fields beside what identifies the item, as answers have them. */
function toAnswer(row: ItemRow): Values {
  const { body, ...item } = toHookItem(row)
  return { ...body, ...item, title: row.title }
}
