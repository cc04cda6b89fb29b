// Owns the compilation of content types: fields, form, lifecycle and the operations their endpoints declare.
import { describeAuditAction } from '#config/compile/api/audit-action.ts'
import { checkFieldLists } from '#config/compile/api/check-field-lists.ts'
import { checkFixed } from '#config/compile/api/check-fixed-values.ts'
import { checkLeastFirst } from '#config/compile/api/check-interest-order.ts'
import { checkMemberCall } from '#config/compile/api/check-signed-in-calls.ts'
import { ACTIONS, MODERATORS, toTransitionDefinition } from '#config/compile/api/content-actions.ts'
import { compileListParameters } from '#config/compile/api/list-parameters.ts'
import {
  findConsoleReaders,
  isManaged,
  managesContent,
  moderators,
  operatorEndpoints,
} from '#config/compile/api/operator-endpoints.ts'
import { withTitles } from '#config/compile/api/title-parameters.ts'
import { SYSTEM_FIELDS } from '#config/compile/fields/system-fields.ts'
import { checkWriterSees, compileViewers } from '#config/compile/forms/compile-field-read-access.ts'
import { compileFields, compileForm } from '#config/compile/forms/compile-form.ts'
import { compileWritableFields } from '#config/compile/forms/writable-fields.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import type { Audience } from '#shared/access/roles.ts'
import { hotSortsOf } from '#shared/content/interest-sorts.ts'
import { keepsDrafts, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import {
  CONTENT_ACTIONS,
  type ContentType,
  type Field,
  type FieldType,
  type FormModel,
  isContentAction,
  type Method,
  type Operation,
  type Taking,
} from '#shared/model/content-model.ts'
import type { ParameterFamily } from '#shared/parameters/parameter-model.ts'
import { bindDerived } from './category-fields.ts'
import { checkAnonymous } from './check-anonymous.ts'
import { checkCalendar } from './check-calendar.ts'
import { checkDistinct } from './check-distinct.ts'
import { checkTypeRoles } from './check-field-roles.ts'
import { checkImport } from './check-import.ts'
import { checkPublicFields } from './check-public-fields.ts'
import { checkSaved } from './check-save-rules.ts'
import { checkStructured } from './check-structured-data.ts'
import { compileMapLayer } from './compile-map-layer.ts'
import { compileComputed } from './computed-fields.ts'
import { itemPictureOf } from './item-picture.ts'
import { compileJoins } from './joined-fields.ts'

type Endpoint = Exclude<WrittenContentType['endpoints'][string], string>

export interface CompiledContent {
  readonly type: ContentType
  readonly form: FormModel
  readonly operations: readonly Operation[]
  readonly samples?: string
}

/** What can be told apart and listed. */
const CATEGORIES: readonly FieldType[] = ['dict', 'dict-list', 'ref', 'ref-list']

export function compileContentType(
  context: Context,
  name: string,
  document: Document<WrittenContentType>,
  lifecycles: ReadonlyMap<string, Lifecycle>,
  families: readonly ParameterFamily[],
): CompiledContent | null {
  const written = document.value
  const lifecycle = context.refers(
    document,
    ['lifecycle'],
    'lifecycle',
    '生命周期',
    written.lifecycle,
    lifecycles,
  )
    ? lifecycles.get(written.lifecycle)
    : undefined
  const fieldsAsWritten = bindDerived(context, document, compileFields(context, document), families).map(
    (field) =>
      field.name === written.takes?.field ? restrictToTransitionValues(field, written.takes) : field,
  )
  const own = lifecycle
    ? compileViewers(
        context,
        document,
        compileWritableFields(context, document, fieldsAsWritten, lifecycle),
        lifecycle,
      )
    : fieldsAsWritten
  const isReserved = ({ name }: Field) => SYSTEM_FIELDS.some((system) => system.name === name)
  const joined = compileJoins({ context, document, own, lifecycles, families })
  const computed = compileComputed({ context, document, own }, joined)
  const fields = [...own.filter((field) => !isReserved(field)), ...joined, ...computed, ...SYSTEM_FIELDS]
  const byName = new Map(fields.map((field) => [field.name, field]))
  for (const [at, field] of own.entries())
    if (isReserved(field))
      context.report(document, ['fields', 'properties', field.name], {
        slug: 'field_reserved',
        message: `字段名“${field.name}”由系统使用（第 ${at + 1} 个字段），请换一个名字`,
        key: true,
      })
  for (const key of ['heading', 'parent', 'category', 'region', 'anonymous'] as const) {
    const named = written[key]
    if (named !== undefined && !byName.has(named))
      context.report(document, [key], {
        slug: 'field_unknown',
        message: `字段“${named}”没有定义`,
        found: named,
        known: byName.keys(),
      })
  }
  // Copied into columns of their own, which nobody encrypts.
  for (const key of ['heading', 'parent', 'category', 'region'] as const) {
    const field = byName.get(written[key] ?? (key === 'heading' ? 'title' : ''))
    if (field && isSecret(field))
      context.report(document, ['fields', 'properties', field.name], {
        slug: 'secret_open',
        message: `字段“${field.name}”加密保存（x-secret），不能用作 ${key}`,
        key: true,
      })
  }
  checkPublicFields(context, document, own, byName.get(written.heading ?? 'title'))
  const category = byName.get(written.category ?? '')
  if (category && !CATEGORIES.includes(category.type))
    context.report(document, ['category'], {
      slug: 'category_type',
      message: `字段“${category.name}”由人自由填写（${category.type}），不能用作类别：类别须取自字典（x-dict）或引用（x-ref）`,
      found: category.type,
      expected: CATEGORIES.join(', '),
    })
  const anonymous = byName.get(written.anonymous ?? '')
  if (anonymous) checkAnonymous(context, document, anonymous, lifecycle?.initial)
  const telling = own.find(({ from }) => from === 'owner' || from === 'owner.directory')
  if (anonymous && telling)
    context.report(document, ['fields', 'properties', telling.name, 'x-from'], {
      slug: 'from_anonymous',
      message: `可以匿名发布的内容不能由系统填写发布者的名录条目（“${telling.name}”的 x-from），否则人人知道是谁`,
    })
  if (!lifecycle || Object.values(lifecycle.states).some(({ editable }) => editable))
    checkWriterSees(context, document, own)
  checkTypeRoles(context, document, byName)
  const heading = written.heading ?? 'title'
  const picture = itemPictureOf(context, document, fields, families)
  if (written.heading === undefined && !byName.has('title'))
    context.report(document, ['fields', 'properties'], {
      slug: 'heading_missing',
      message: '没有名为 title 的字段，请用 heading 指明作标题的字段',
      key: true,
    })
  checkDistinct(context, document, written.distinct, own)
  if (written.outlives && written.parent === undefined)
    context.report(document, ['outlives'], {
      slug: 'outlives_nothing',
      message: '没有上级内容（parent），写明“outlives”没有作用',
      key: true,
    })
  checkSaved(context, document)
  const inputFields = own.filter(({ from, of }) => from === undefined && of === undefined)
  const taken = own.filter(({ from }) => from?.startsWith('parent.'))
  const form: FormModel = {
    ...compileForm(context, name, document, inputFields, taken),
    ...(computed.length > 0 ? { computed } : {}),
  }
  if (!lifecycle) return null
  const endpoints: WrittenContentType['endpoints'] =
    managesContent(context) && isManaged(context, lifecycle)
      ? {
          ...written.endpoints,
          ...operatorEndpoints(context, name, lifecycle, written.endpoints, findConsoleReaders(context)),
        }
      : written.endpoints
  const region = written.region ?? own.find((field) => field.type === 'region')?.name
  const parameters = compileListParameters(context, document, written.parameters, fields, region)
  const around = { context, document, name, form, fields, parameters, lifecycle }
  const operations = Object.entries(endpoints).flatMap(([endpoint, value]) =>
    compileEndpoint(around, endpoint, value),
  )
  checkImport(context, document, written, { own, form, operations })
  checkCalendar(context, document, written.calendar, fields)
  checkStructured({ context, document, fields }, written.structured)
  const map = compileMapLayer(context, document, { ...written, fields, region })
  if (written.comments && !operations.some(({ content }) => content?.action === 'commentAdd'))
    context.report(document, ['comments'], {
      slug: 'comments_unused',
      message: '写了评论的审核方式，却没有发表评论的接口（commentAdd）',
      key: true,
    })
  return {
    form,
    operations,
    ...(written.samples ? { samples: written.samples } : {}),
    type: {
      name,
      title: written.title,
      ...(written.badge ? { badge: written.badge } : {}),
      ...(written.icon ? { icon: written.icon } : {}),
      lifecycle,
      fields,
      schema: form.schema,
      ...(written.parent ? { parent: written.parent } : {}),
      ...(written.disclosure ? { disclosure: written.disclosure } : {}),
      ...(written.admission ? { admission: written.admission } : {}),
      ...(written.advances ? { advances: written.advances } : {}),
      ...(written.takes ? { takes: written.takes } : {}),
      ...(written.distinct ? { distinct: written.distinct } : {}),
      ...(written.outlives ? { outlives: true as const } : {}),
      ...(written.several ? { several: true as const } : {}),
      ...(written.period ? { period: written.period } : {}),
      ...(written.import ? { import: written.import } : {}),
      ...(written.category ? { category: written.category } : {}),
      ...(picture ? { picture } : {}),
      ...(region ? { region } : {}),
      ...(map ? { map } : {}),
      ...(written.calendar ? { calendar: written.calendar } : {}),
      ...(written.structured ? { structured: written.structured } : {}),
      ...(written.follow ? { follow: true } : {}),
      parameters,
      ...(written.anonymous ? { anonymous: written.anonymous } : {}),
      heading,
      ...(written.comments ? { comments: written.comments } : {}),
      ...(written.events ? { events: written.events } : {}),
      steps: form.steps,
      conditions: form.conditions,
      operations: Object.fromEntries(
        operations.map((operation) => [operation.id.slice(name.length + 1), operation.id]),
      ),
    },
  }
}

/** What the endpoints of a type stand on. */
interface Around {
  readonly context: Context
  readonly document: Document<WrittenContentType>
  /** The type's. */
  readonly name: string
  readonly form: FormModel
  readonly fields: readonly Field[]
  readonly parameters: ContentType['parameters']
  readonly lifecycle: Lifecycle
}

function compileEndpoint(around: Around, name: string, value: string | Endpoint): Operation[] {
  const { context, document, form, fields, parameters, lifecycle } = around
  const { title } = document.value
  const endpoint: Endpoint = typeof value === 'string' ? { at: value } : value
  const action = endpoint.action ?? name
  const [method, path] = endpoint.at.split(' ') as [Method, string]
  const definition = isContentAction(action)
    ? ACTIONS[action]
    : toTransitionDefinition(lifecycle, action, method)
  if (!definition) {
    context.report(document, endpoint.action ? ['endpoints', name, 'action'] : ['endpoints', name], {
      slug: 'action_unknown',
      message: `“${action}”不是内容的动作，生命周期“${lifecycle.title}”也没有这样的流转`,
      found: action,
      known: [...CONTENT_ACTIONS, ...lifecycle.transitions.map((transition) => transition.action)],
      ...(endpoint.action ? {} : { key: true }),
    })
    return []
  }
  if (definition.method !== undefined && method !== definition.method)
    context.report(document, typeof value === 'string' ? ['endpoints', name] : ['endpoints', name, 'at'], {
      slug: 'endpoint_method',
      message: `动作“${action}”应使用 ${definition.method}，现为 ${method}`,
      found: method,
      expected: definition.method,
    })
  const lists = LISTING.includes(action)
  const filters = fields.filter((field) => field.filter || field.name === 'status')
  checkFixed(context, document, ['endpoints', name, 'fixed'], endpoint.fixed ?? {}, filters)
  for (const [fixed] of Object.entries(endpoint.fixed ?? {}))
    if (
      !filters.some((field) => field.name === fixed) &&
      !isOwnershipFilter(fixed, lists, isReceived(lifecycle)) &&
      !(fixed === 'submit' && action === 'save')
    )
      context.report(document, ['endpoints', name, 'fixed', fixed], {
        slug: 'filter_undeclared',
        message: `固定筛选“${fixed}”不是可筛选的字段`,
        found: fixed,
        known: filters.map((field) => field.name),
        key: true,
      })
  const state = endpoint.fixed?.status
  if (state !== undefined && !Object.hasOwn(lifecycle.states, String(state)))
    context.report(document, ['endpoints', name, 'fixed', 'status'], {
      slug: 'state_unknown',
      message: `生命周期“${lifecycle.name}”没有状态“${String(state)}”`,
      found: String(state),
      known: Object.keys(lifecycle.states),
    })
  if (endpoint.sort !== undefined) {
    checkSort(context, document, ['endpoints', name, 'sort'], endpoint.sort, fields)
    checkLeastFirst(context, document, ['endpoints', name, 'sort'], endpoint.sort)
  }
  checkFieldLists(context, document, ['endpoints', name], action, endpoint, fields)
  const byDefault: Audience[] = definition.access.flatMap((audience) =>
    audience === MODERATORS ? moderators(context) : [audience],
  )
  const access = endpoint.access === undefined ? byDefault : [endpoint.access].flat()
  checkMemberCall(context, document, ['endpoints', name, 'access'], action, access)
  const built = definition.build({
    form,
    fields,
    states: Object.keys(lifecycle.states),
    parameters,
    fixed: endpoint.fixed ?? {},
    received: isReceived(lifecycle),
    near: document.value.map?.within !== undefined,
    ...(endpoint.fields ? { only: endpoint.fields } : {}),
    by: endpoint.by ?? [],
    marks: endpoint.marks ?? [],
    ...(document.value.several ? { several: true } : {}),
    ...(document.value.takes ? { takesAbove: true } : {}),
    keepsDrafts: keepsDrafts(lifecycle),
    distinct: distinctFields(document.value),
  })
  return [
    {
      id: `${around.name}.${name}`,
      summary: endpoint.summary ?? `${title}：${definition.title}`,
      deed: describeAuditAction(action, {
        title,
        lifecycle,
        ...(endpoint.deed ? { written: endpoint.deed } : {}),
      }),
      method,
      path: `/newapi${path}`,
      access,
      writes: definition.writes,
      params: withTitles(built.params),
      ...(built.body ? { body: withTitles(built.body) } : {}),
      content: {
        type: around.name,
        action,
        fixed: endpoint.fixed ?? {},
        ...(endpoint.sort ? { sort: endpoint.sort } : {}),
        ...(endpoint.fields ? { fields: endpoint.fields } : {}),
        ...(endpoint.by ? { by: endpoint.by } : {}),
        ...(endpoint.of ? { of: endpoint.of } : {}),
        ...(endpoint.every ? { every: endpoint.every } : {}),
        ...(endpoint.marks ? { marks: endpoint.marks } : {}),
        ...(endpoint.standing ? { standing: endpoint.standing } : {}),
      },
    },
  ]
}

export function checkSort(
  context: Context,
  document: Document,
  path: readonly (string | number)[],
  sort: string,
  fields: readonly Field[],
): void {
  const name = sort.replace(/^-/, '')
  const known = [...fields.filter((field) => field.sort).map((field) => field.name), ...hotSortsOf(fields)]
  if (!known.includes(name))
    context.report(document, path, {
      slug: 'sort_undeclared',
      message: `字段“${name}”没有声明为可排序`,
      found: name,
      known,
    })
}

/** Only values that take the item above somewhere can be given. */
function restrictToTransitionValues(field: Field, { steps, stays = [] }: Taking): Field {
  const codes = (field.schema.enum ?? []) as readonly string[]
  // Of a code that is not there it is not known which one was meant.
  const isValid = [...Object.keys(steps), ...stays].every((value) => codes.includes(value))
  const values = isValid ? codes.filter((value) => Object.hasOwn(steps, value) || stays.includes(value)) : []
  return values.length ? { ...field, schema: { ...field.schema, enum: values } } : field
}

const LISTING: readonly string[] = ['list', 'statistic']

/** Whose items a list holds may be fixed as well: the asker's own, or what lies under his own. */
function isOwnershipFilter(fixed: string, lists: boolean, received: boolean): boolean {
  return lists && (fixed === 'mine' || (received && fixed === 'received'))
}

/** Whether items are handed in to somebody: the owner of what they lie under takes part in them. */
function isReceived({ states, transitions }: Lifecycle): boolean {
  const named = [
    ...Object.values(states).flatMap(({ readers = [] }) => readers),
    ...transitions.flatMap(({ by }) => by),
  ]
  return named.includes('parent.owner')
}

/** Beside the parent below which it has to be. */
function distinctFields({ distinct, parent }: WrittenContentType): readonly string[] {
  if (distinct === undefined) return []
  return parent === undefined || parent === distinct ? [distinct] : [parent, distinct]
}
