// Compiles one endpoint of a content type into its operations: access, parameters, body and result.

import { AUDIT_ACTIONS } from '#config/compile/api/audit-actions.ts'
import { checkFieldLists } from '#config/compile/api/check-field-lists.ts'
import {
  ACTION_DEFINITIONS,
  MODERATORS,
  toTransitionDefinition,
} from '#config/compile/api/content-actions.ts'
import { moderators } from '#config/compile/api/operator-endpoints.ts'
import { withTitles } from '#config/compile/api/title-parameters.ts'
import { checkInputValues } from '#config/compile/common/check-input-values.ts'
import { given } from '#config/compile/common/given.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Place } from '#config/load/place.ts'
import type { Audience } from '#shared/access/roles.ts'
import { HOT_SORTS, hotSortsOf } from '#shared/content/interest-sorts.ts'
import { keepsDrafts, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field, FormModel } from '#shared/model/content-model.ts'
import {
  CONTENT_ACTIONS,
  type ContentAction,
  isContentAction,
  type Method,
  type Operation,
} from '#shared/model/operation-model.ts'

type Endpoint = Exclude<WrittenContentType['endpoints'][string], string>

/** The parts of a content type that the compilation of its endpoints needs. */
interface Around {
  /** The type's. */
  readonly name: string
  readonly form: FormModel
  readonly fields: readonly Field[]
  readonly parameters: ContentType['parameters']
  readonly lifecycle: Lifecycle
}

export function compileEndpoint(
  file: Place<WrittenContentType>,
  around: Around,
  name: string,
  value: string | Endpoint,
): Operation[] {
  const { form, fields, parameters, lifecycle } = around
  const written = file.document.value
  const { title } = written
  const here = file.at('endpoints', name)
  const endpoint: Endpoint = typeof value === 'string' ? { at: value } : value
  const action = endpoint.action ?? name
  const [method, path] = endpoint.at.split(' ') as [Method, string]
  const definition = definitionOf(lifecycle, action, method)
  if (!definition) {
    ;(endpoint.action ? here.at('action') : here).report('action_unknown', {
      found: action,
      known: [...CONTENT_ACTIONS, ...lifecycle.transitions.map((transition) => transition.action)],
      ...(endpoint.action ? {} : { key: true }),
      title: lifecycle.title,
    })
    return []
  }
  if (definition.method !== undefined && method !== definition.method)
    (typeof value === 'string' ? here : here.at('at')).report('endpoint_method', {
      found: method,
      expected: definition.method,
      action,
    })
  checkFixed(here.at('fixed'), around, action, endpoint.fixed ?? {})
  if (endpoint.sort !== undefined) {
    checkSort(here.at('sort'), endpoint.sort, fields)
    checkInterestOrder(here.at('sort'), endpoint.sort)
  }
  checkFieldLists(here, action, endpoint, fields)
  const access =
    endpoint.access === undefined ? usualAccess(here.context, definition) : [endpoint.access].flat()
  checkSignedInCalls(here.at('access'), action, access)
  const built = definition.build({
    action,
    form,
    fields,
    states: Object.keys(lifecycle.states),
    parameters,
    fixed: endpoint.fixed ?? {},
    received: isReceived(lifecycle),
    near: written.map?.within !== undefined,
    ...(endpoint.fields ? { only: endpoint.fields } : {}),
    by: endpoint.by ?? [],
    marks: endpoint.marks ?? [],
    ...(written.several ? { several: true } : {}),
    ...(written.takes ? { takesAbove: true } : {}),
    keepsDrafts: keepsDrafts(lifecycle),
    distinct: distinctFields(written),
  })
  const { fixed = {}, sort, fields: only, by, of, every, marks, standing } = endpoint
  return [
    {
      id: `${around.name}.${name}`,
      summary: endpoint.summary ?? `${title}：${definition.title}`,
      deed: endpoint.deed ?? auditAction(action, definition.title).replace('*', () => title),
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
        ...given({ sort, fields: only, by, of, every, marks, standing }),
      },
    },
  ]
}

/** A transition is called as its lifecycle calls it. */
const auditAction = (action: string, step: string): string =>
  (isContentAction(action) ? AUDIT_ACTIONS[action] : undefined) ?? `${step}*`

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
  here: Place,
  { fields, lifecycle }: Around,
  action: string,
  fixed: NonNullable<Endpoint['fixed']>,
): void {
  const filters = fields.filter((field) => field.filter || field.name === 'status')
  const isOwnership = (name: string): boolean =>
    LISTING.includes(action) && (name === 'mine' || (name === 'received' && isReceived(lifecycle)))
  for (const [name, value] of Object.entries(fixed)) {
    const at = here.at(name)
    const field = filters.find((one) => one.name === name)
    if (name === 'status')
      at.expect(Object.keys(lifecycle.states), String(value), 'state_unknown.endpoint', { lifecycle })
    else if (field) {
      const { dict, type } = field
      const schema = dict ? { 'x-dict': dict } : type === 'boolean' ? { type } : undefined
      checkInputValues(at, `固定筛选“${name}”`, schema, value, false)
    } else if (!isOwnership(name) && !(name === 'submit' && action === 'save'))
      at.report('filter_undeclared.fixed', { found: name, known: filters.map((one) => one.name), key: true })
  }
}

export function checkSort(here: Place, sort: string, fields: readonly Field[]): void {
  const name = sort.replace(/^-/, '')
  const known = [...fields.filter((field) => field.sort).map((field) => field.name), ...hotSortsOf(fields)]
  here.expect(known, name, 'sort_undeclared')
}

/** The actions that can be limited to the viewer's own items, or to the children of those. */
const LISTING: readonly string[] = ['list', 'statistic']

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

function checkInterestOrder(here: Place, sort: string): void {
  const title = HOT_SORTS[sort]
  if (title === undefined) return
  here.report('sort_least', { found: sort, expected: `-${sort}`, title })
}

/**
 * Actions that are done in the name of an account. Adding and liking are not among them, since visitors may do both.
 */
export const MEMBERS: readonly ContentAction[] = [
  'checkSubmitted',
  'commentAdd',
  'commentDelete',
  'commentReport',
  'own',
  'save',
  'set',
  'standing',
  'update',
]

/** `here` is that of the access. Steps are taken in somebody's name too. */
function checkSignedInCalls(here: Place, action: string, access: readonly Audience[]): void {
  if (!access.includes('anyone')) return
  if (isContentAction(action) && !MEMBERS.includes(action)) return
  here.report('call_visitors', { found: 'anyone', expected: 'participant', action })
}
