// The SDK for a portal's own handlers and hooks, `equipnet/handler`: the names they may use, and their version.
import { type Kysely, sql } from 'kysely'
import type { Account, Call as ServerCall, Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Caller } from '#shared/access/roles.ts'
import { DEFAULT_PAGE_SIZE, type Paged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'

export type { Paged }

/**
 * The content types of the portal: fields, states and transitions of each. `npm run generate` writes them into
 * `handlers/generated/portal.d.ts`, so that the compiler knows the fields of an item. Without that file any name is accepted.
 *
 * @example
 * declare module 'equipnet/handler' {
 *   interface PortalTypes {
 *     loan: { fields: { toolId: string; quantity: number }; state: 'asked' | 'lent'; action: 'accept' }
 *   }
 * }
 */
export interface PortalTypes {}

interface AnyType {
  // biome-ignore lint/suspicious/noExplicitAny: fields of a portal that has generated no types
  readonly fields: any
  readonly state: string
  readonly action: string
}

type Types = [keyof PortalTypes] extends [never] ? Readonly<Record<string, AnyType>> : PortalTypes

/**
 * The name of a content type.
 *
 * @example
 * const type: TypeName = 'tool'
 */
export type TypeName = keyof Types & string

type Part<T extends TypeName, Name extends keyof AnyType> =
  Types[T] extends Readonly<Record<Name, infer Found>> ? Found : AnyType[Name]

/**
 * An item as a call answers with it: the fields that its reader sees, beside those that every item has.
 *
 * @example
 * const titleOf = (tool: Item<'tool'>) => `${tool.title}（${tool.stock} 件）`
 */
export type Item<T extends TypeName = TypeName> = Partial<Part<T, 'fields'>> & {
  readonly id: string
  readonly type: T
  readonly title: string
  readonly status: Part<T, 'state'>
  readonly ownerId: string | null
  readonly revision: number
  readonly [name: string]: unknown
}

/**
 * An item as hooks of writes see it, with all its fields as `body`, whoever the caller is. Fields are absent where they
 * are empty. `revision` is 0 until the item is stored.
 *
 * @example
 * const isLarge = ({ body }: StoredItem<'loan'>) => (body.quantity ?? 0) > 10
 */
export interface StoredItem<T extends TypeName = TypeName> {
  readonly id: string
  readonly type: T
  readonly status: Part<T, 'state'>
  readonly ownerId: string | null
  readonly revision: number
  readonly body: Partial<Part<T, 'fields'>>
}

interface Added {
  readonly id: string
  readonly receiptNo: string | null
  readonly status: string
  readonly revision: number
}

interface Changed {
  readonly id: string
  readonly status: string
  readonly revision: number
}

/**
 * The reading calls of the engine: all that hooks get that write nothing.
 *
 * @example
 * const stockOf = async (engine: Reader, id: string) => (await engine.get('tool', id)).stock
 */
export interface Reader {
  /** The list of the type (`list`, else `manage`), with its parameters. */
  list<T extends TypeName>(type: T, query?: object): Promise<Paged<Item<T>>>
  /** The whole item (`info`). Throws `Failure('NOT_FOUND')` where the caller may not read it. */
  get<T extends TypeName>(type: T, id: string): Promise<Item<T>>
}

interface Changer extends Reader {
  /** Changes the named fields; the others stay (`update`, else `save`). */
  update<T extends TypeName>(type: T, id: string, changes: Partial<Part<T, 'fields'>>): Promise<Changed>
  /** Takes a transition; `input` is its reason, or the answers to its form. */
  transition<T extends TypeName>(
    type: T,
    id: string,
    action: Part<T, 'action'>,
    input?: object,
  ): Promise<Changed>
}

/**
 * Calls of the engine in the name of the caller, with the access, validation, audit and notices of the same calls over
 * HTTP. In a hook they join its transaction; a call that is refused there leaves nothing behind. Await every call.
 *
 * @example
 * const { list } = await engine.list('tool', { keyWord: '梯子' })
 * await engine.transition('loan', id, 'decline', { reason: '已全部借出' })
 */
export interface Engine extends Changer {
  /** Adds an item (`add`, else `save`). */
  add<T extends TypeName>(type: T, body: Partial<Part<T, 'fields'>>): Promise<Added>
  /** The same calls by the system, which may do what no access rule grants to anybody. */
  asSystem(): SystemEngine
}

/**
 * Calls of the engine by the system. Access does not apply; forms, references, conditions of transitions and unique
 * fields do. The audit log names no account. Lists and items hold all fields, in all states that are not deleted.
 *
 * @example
 * await engine.asSystem().add('receipt', { loanId: item.id }, { ownerId: item.ownerId })
 */
export interface SystemEngine extends Changer {
  /** Adds an item for its owner, who must be allowed to submit it, or for nobody. Fields of no form may be set too. */
  add<T extends TypeName>(
    type: T,
    body: Partial<Part<T, 'fields'>>,
    options?: { readonly ownerId?: string | null },
  ): Promise<Added>
}

/** Who makes the call that a hook takes part in; null for a visitor and for the system. */
interface Actor {
  readonly caller: Caller
  readonly account: Account | null
}

/**
 * What a hook inside of the transaction gets: what it throws rolls back all of it.
 *
 * @example
 * const countLoans = async ({ db }: WriteHookCall<'loan'>) =>
 *   db.selectFrom('item').select((eb) => eb.fn.countAll().as('count')).where('type', '=', 'loan').executeTakeFirst()
 */
export interface WriteHookCall<T extends TypeName> extends Actor {
  readonly type: T
  readonly engine: Engine
  /** The transaction, for queries that no call of the engine answers. */
  readonly db: Kysely<Schema>
  readonly services: Services
}

type Answer<Value> = Value | void | Promise<Value | undefined> | Promise<void>

interface Moving<T extends TypeName> extends WriteHookCall<T> {
  readonly item: StoredItem<T>
  readonly transition: {
    readonly action: Part<T, 'action'>
    readonly title: string
    readonly from: Part<T, 'state'>
    readonly to: Part<T, 'state'>
  }
  readonly reason?: string
  /** Of the transition's form. */
  readonly answers?: Readonly<Record<string, unknown>>
}

/**
 * The hooks of a content type, in the order in which they run. They run once for each write, whoever makes it: by a
 * form, a draft, an edit, a transition by a person, in bulk or by a timer, an import, another hook. A thrown `Failure`
 * refuses the call; any other error is a fault (code 500). Either rolls back.
 *
 * @example
 * const loan: TypeHooks<'loan'> = {
 *   beforePersist: async ({ item, engine }) => {
 *     const tool = await engine.asSystem().get('tool', item.body.toolId ?? '')
 *     if ((item.body.quantity ?? 0) > (tool.stock ?? 0))
 *       throw new Failure('BAD_INPUT', { errors: [{ path: '/quantity', message: '超过了现有数量' }] })
 *   },
 * }
 */
export interface TypeHooks<T extends TypeName> {
  /**
   * Before what was sent is validated. Returns what is validated instead; nothing to leave it as it is. It runs before
   * the transaction begins, so it reads but does not write. `item` is absent for a new item.
   */
  beforeValidate?(
    call: Actor & {
      readonly type: T
      readonly body: Readonly<Partial<Part<T, 'fields'>>>
      readonly item?: StoredItem<T>
      readonly engine: Reader
    },
  ): Answer<Partial<Part<T, 'fields'>>>
  /** Before a transition, which is allowed as far as the configuration says. */
  beforeTransition?(call: Moving<T>): Answer<never>
  /** After the validation, before fields are stored, also those of an edit that has yet to be approved. */
  beforePersist?(
    call: WriteHookCall<T> & { readonly item: StoredItem<T>; readonly before?: StoredItem<T> },
  ): Answer<never>
  /** After fields are stored. `before` is absent for a new item. */
  afterPersist?(
    call: WriteHookCall<T> & { readonly item: StoredItem<T>; readonly before?: StoredItem<T> },
  ): Answer<never>
  /** After a transition and all that follows from it, before its notices are written. */
  afterTransition?(call: Moving<T> & { readonly before: StoredItem<T> }): Answer<never>
  /**
   * For each item of a list and of a detail, after the cache, as its reader gets it. Returns what is answered instead.
   * It adds and hides fields; what nobody may learn is hidden by `x-visible`, as searches, feeds and share pages run no
   * hooks.
   */
  afterRead?(
    call: Actor & { readonly type: T; readonly item: Item<T>; readonly engine: Reader },
  ): Answer<Readonly<Record<string, unknown>>>
}

/**
 * The hooks of a file, by content type. A file exports them as `hooks`.
 *
 * @example
 * export const hooks: Hooks = {
 *   loan: {
 *     afterTransition: async ({ item, transition, engine }) => {
 *       if (transition.action === 'accept')
 *         await engine.asSystem().add('receipt', { loanId: item.id }, { ownerId: item.ownerId })
 *     },
 *   },
 * }
 */
export type Hooks = { readonly [T in TypeName]?: TypeHooks<T> }

/**
 * The call that a handler answers: validated parameters and body, the caller, and the services of the server.
 *
 * @example
 * const account: Handler = async ({ caller, params, services }: Call) => {
 *   if (caller === null) throw new Failure('SIGN_IN_REQUIRED')
 *   return { id: caller.id, subject: params.subject, hash: services.model().hash }
 * }
 */
export interface Call extends ServerCall {
  /** Reads and writes items as the same calls over HTTP do. */
  readonly engine: Engine
  /** @deprecated The earlier name of `caller`. */
  readonly asker: Caller
}

/**
 * Answers one operation: the returned value becomes `data` of the answer. A thrown `Failure` refuses the call.
 *
 * @example
 * const count: Handler = async (call) => {
 *   const rows = await publicItems(call, 'book').select('id').execute()
 *   return { count: rows.length }
 * }
 */
export type Handler = (call: Call) => Promise<unknown>

/**
 * The handlers of a file, by operation id (`<group>.<name>`). Every file of handlers exports them as `handlers`.
 *
 * @example
 * export const handlers: Handlers = {
 *   'shelf.hello': async ({ account }) => ({ greeting: account ? `您好，${account.name}` : '您好' }),
 * }
 */
export type Handlers = Readonly<Record<string, Handler>>

export { DEFAULT_PAGE_SIZE, Failure, sql }

/**
 * The version of the SDK for handlers. Every file of handlers declares the version that it was written for. Names
 * may be added within a version. Removing a name or changing its meaning makes the next version, and the server
 * refuses files of another version.
 *
 * @example
 * export const DOOR = 1
 */
export const VERSION = 1

/**
 * Returns the states of a content type in which its items are public, in the order of the lifecycle. Throws
 * `Failure('NOT_FOUND')` when no content type has this name.
 *
 * @example
 * const states = publicStatesOf(call, 'book') // → ['online'], if only this state is public
 */
export function publicStatesOf({ services }: ServerCall, type: string): readonly string[] {
  const found = services.model().contentTypes.find(({ name }) => name === type)
  if (!found) throw new Failure('NOT_FOUND')
  return publicStates(found.lifecycle)
}

/**
 * Returns a query for the public items of a content type, to be narrowed, selected from and executed. It finds
 * nothing if the type has no public state. Throws `Failure('NOT_FOUND')` when no content type has this name.
 *
 * @example
 * const rows = await publicItems(call, 'book').select(['id', 'title']).limit(10).execute()
 */
export function publicItems(call: ServerCall, type: string) {
  const states = publicStatesOf(call, type)
  return call.services.db
    .selectFrom('item')
    .where('type', '=', type)
    .where('status', 'in', states.length > 0 ? states : [''])
}
