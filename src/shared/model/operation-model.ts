// Declares operations: address, access, parameters, body, result; and the calls of content types.
import type { Audience, Role } from '#shared/access/roles.ts'
import type { Every } from '#shared/formats/periods.ts'
import type { JsonSchema } from './json.ts'

export const CONTENT_ACTIONS = [
  'list',
  'manage',
  'info',
  'view',
  'like',
  'checkLike',
  'related',
  'tree',
  'ancestors',
  'neighbours',
  'statistic',
  'portrait',
  'trend',
  'facets',
  'categories',
  'parameters',
  'compare',
  'stars',
  'add',
  'update',
  'set',
  'own',
  'save',
  'standing',
  'checkSubmitted',
  'commentList',
  'commentAdd',
  'commentLike',
  'commentDelete',
  'commentReport',
  'draftGet',
  'draftSave',
  'bulk',
] as const

/** Actions of the engine on items of every type. A call can also execute a transition of the lifecycle. */
export type ContentAction = (typeof CONTENT_ACTIONS)[number]

/**
 * Returns true if the engine serves the action for items of every type (`CONTENT_ACTIONS`). Any other action is
 * that of a transition.
 *
 * @example
 * isContentAction('list') // → true
 * isContentAction('approve') // → false
 */
export function isContentAction(action: string): action is ContentAction {
  return (CONTENT_ACTIONS as readonly string[]).includes(action)
}

export type Method = 'GET' | 'POST'

/**
 * One operation of the interface: address, access, parameters, body and result. `id` is `<type>.<endpoint>` or
 * `<group>.<name>`.
 *
 * @example
 * const findOperation = ({ operations }: Pick<Model, 'operations'>, id: string): Operation | undefined =>
 *   operations.find((operation) => operation.id === id)
 */
export interface Operation {
  readonly id: string
  readonly summary: string
  /** The action in the words of the audit log. */
  readonly deed: string
  readonly method: Method
  /** Full path with `{name}` parameters, such as `/newapi/demand/info/{id}`. */
  readonly path: string
  readonly access: readonly Audience[]
  /** True if the call changes data of users; it is refused to blacklisted users, and with unknown parameters. */
  readonly writes: boolean
  /**
   * True if the call concerns only the caller's account, and no other user sees the result: callers who may write
   * nothing else may use it.
   */
  readonly personal?: true
  /** Path and query parameters: closed object schema. */
  readonly params: JsonSchema
  /** Body schema of POST calls. */
  readonly body?: JsonSchema
  /** The form that the body is; its conditions decide which fields are required. */
  readonly form?: string
  /** The role that the form registers. */
  readonly registers?: Role
  /** The body holds only what changes of the form's answers; null empties a field. */
  readonly changes?: true
  /** Schema of `data` in the answer, for OpenAPI and response serialisation. */
  readonly result?: JsonSchema
  /** Set for calls that the content engine serves. */
  readonly content?: ContentCall
}

export interface ContentCall {
  readonly type: string
  /** One of `CONTENT_ACTIONS`, or the action of a transition. */
  readonly action: string
  /** Fixed filter values that the caller cannot change, such as `{ "status": "online" }`. */
  readonly fixed: Readonly<Record<string, string | number | boolean>>
  /** Default sort, such as `-publishedAt` or `-hot`. */
  readonly sort?: string
  /** The only fields of an item that the answer holds, besides its id and title. */
  readonly fields?: readonly string[]
  /** The fields to group by, or the numbers of a profile chart. */
  readonly by?: readonly string[]
  /** Numbers of which a statistic tells what they come to. */
  readonly of?: readonly string[]
  /** The periods that a statistic counts times by; months where it is not said. */
  readonly every?: Every
  /** Fields filled by the server that the caller has to name: with another value the call is refused. */
  readonly marks?: readonly string[]
  /** Facts about the caller's relations to an item, by name. */
  readonly standing?: Readonly<Record<string, RelationRule>>
}

/** The field that a specified parameter of lists asks: by its value, a name it contains, or an end of its range. */
export interface ListParameter {
  readonly field: string
  readonly match: 'value' | 'name' | 'from' | 'to'
}

/**
 * A list of audiences: the fact is true if the caller is among them. Lists by value: the fact is the first value
 * whose audiences include the caller.
 */
type RelationRule = readonly Audience[] | Readonly<Record<string, readonly Audience[]>>
