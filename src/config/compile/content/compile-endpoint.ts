// Compiles one endpoint of a content type into its operations: access, parameters, body and result.

import { describeAuditAction } from '#config/compile/api/audit-action.ts'
import { checkFieldLists } from '#config/compile/api/check-field-lists.ts'
import { checkFixedValues } from '#config/compile/api/check-fixed-values.ts'
import { checkInterestOrder } from '#config/compile/api/check-interest-order.ts'
import { checkSignedInCalls } from '#config/compile/api/check-signed-in-calls.ts'
import {
  ACTION_DEFINITIONS,
  MODERATORS,
  toTransitionDefinition,
} from '#config/compile/api/content-actions.ts'
import { moderators } from '#config/compile/api/operator-endpoints.ts'
import { withTitles } from '#config/compile/api/title-parameters.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import type { Audience } from '#shared/access/roles.ts'
import { hotSortsOf } from '#shared/content/interest-sorts.ts'
import { keepsDrafts, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field, FormModel } from '#shared/model/content-model.ts'
import {
  CONTENT_ACTIONS,
  isContentAction,
  type Method,
  type Operation,
} from '#shared/model/operation-model.ts'

type Endpoint = Exclude<WrittenContentType['endpoints'][string], string>

/** The parts of a content type that the compilation of its endpoints needs. */
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

export function compileEndpoint(around: Around, name: string, value: string | Endpoint): Operation[] {
  const { context, document, form, fields, parameters, lifecycle } = around
  const { title } = document.value
  const endpoint: Endpoint = typeof value === 'string' ? { at: value } : value
  const action = endpoint.action ?? name
  const [method, path] = endpoint.at.split(' ') as [Method, string]
  const definition = definitionOf(lifecycle, action, method)
  if (!definition) {
    context.report(document, endpoint.action ? ['endpoints', name, 'action'] : ['endpoints', name], {
      slug: 'action_unknown',
      message: `“${action}”不是内容类型的动作，也不是生命周期“${lifecycle.title}”的流转`,
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
  checkFixed(around, ['endpoints', name, 'fixed'], action, endpoint.fixed ?? {})
  if (endpoint.sort !== undefined) {
    checkSort(new Place(context, document, ['endpoints', name, 'sort']), endpoint.sort, fields)
    checkInterestOrder(new Place(context, document, ['endpoints', name, 'sort']), endpoint.sort)
  }
  checkFieldLists(new Place(context, document, ['endpoints', name]), action, endpoint, fields)
  const access = endpoint.access === undefined ? usualAccess(context, definition) : [endpoint.access].flat()
  checkSignedInCalls(new Place(context, document, ['endpoints', name, 'access']), action, access)
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
  const { fixed = {}, sort, fields: only, by, of, every, marks, standing } = endpoint
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
        fixed,
        ...(sort ? { sort } : {}),
        ...(only ? { fields: only } : {}),
        ...(by ? { by } : {}),
        ...(of ? { of } : {}),
        ...(every ? { every } : {}),
        ...(marks ? { marks } : {}),
        ...(standing ? { standing } : {}),
      },
    },
  ]
}

/** Undefined where neither contents nor the lifecycle have the action. */
function definitionOf(lifecycle: Lifecycle, action: string, method: Method) {
  return isContentAction(action)
    ? ACTION_DEFINITIONS[action]
    : toTransitionDefinition(lifecycle, action, method)
}

/** The audience of an action for which the endpoint names none. */
function usualAccess(context: Context, { access }: { readonly access: readonly string[] }): Audience[] {
  return access.flatMap((audience) =>
    audience === MODERATORS ? moderators(context) : [audience as Audience],
  )
}

/** Checks the values that an endpoint fixes: for fields that a list can be filtered by, and states that are there. */
function checkFixed(
  { context, document, fields, lifecycle }: Around,
  path: Path,
  action: string,
  fixed: NonNullable<Endpoint['fixed']>,
): void {
  const filters = fields.filter((field) => field.filter || field.name === 'status')
  checkFixedValues(new Place(context, document, path), fixed, filters)
  const isKnown = (name: string): boolean =>
    filters.some((field) => field.name === name) ||
    isOwnershipFilter(name, LISTING.includes(action), isReceived(lifecycle)) ||
    (name === 'submit' && action === 'save')
  for (const name of Object.keys(fixed).filter((name) => !isKnown(name)))
    context.report(document, [...path, name], {
      slug: 'filter_undeclared',
      message: `固定筛选“${name}”不是可筛选的字段`,
      found: name,
      known: filters.map((field) => field.name),
      key: true,
    })
  const state = fixed.status
  if (state !== undefined && !Object.hasOwn(lifecycle.states, String(state)))
    context.report(document, [...path, 'status'], {
      slug: 'state_unknown',
      message: `生命周期“${lifecycle.name}”没有状态“${String(state)}”`,
      found: String(state),
      known: Object.keys(lifecycle.states),
    })
}

export function checkSort(here: Place, sort: string, fields: readonly Field[]): void {
  const name = sort.replace(/^-/, '')
  const known = [...fields.filter((field) => field.sort).map((field) => field.name), ...hotSortsOf(fields)]
  if (!known.includes(name))
    here.report({
      slug: 'sort_undeclared',
      message: `字段“${name}”没有声明为可排序`,
      found: name,
      known,
    })
}

const LISTING: readonly string[] = ['list', 'statistic']

/**
 * Returns true if `fixed` limits a list by ownership: to the viewer's own items, or to the children of the viewer's
 * own items.
 */
function isOwnershipFilter(fixed: string, lists: boolean, received: boolean): boolean {
  return lists && (fixed === 'mine' || (received && fixed === 'received'))
}

/** Returns true if items are submitted to the owner of their parent, who takes part in their lifecycle. */
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
