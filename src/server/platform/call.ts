// Declares the types between the HTTP layer and the handlers: call, handler, services.
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { AssignedRole } from '#shared/access/role-scope.ts'
import type { Caller, Role, RoleModel, StandIn } from '#shared/access/roles.ts'
import type { HookName } from '#shared/calls/hook-names.ts'
import type { Model } from '#shared/model/model.ts'
import type { ReadCache } from './cache/read-cache.ts'
import type { DatabaseHandle } from './database/database-handle.ts'
import type { JsonObject, Schema } from './database/tables/schema.ts'
import type { Events } from './events.ts'
import type { PreviewKey } from './http/preview-key.ts'
import type { RequestSender } from './http/sender-of.ts'
import type { SessionCookie } from './http/session-cookie.ts'
import type { VisitorKey } from './http/visitor-key.ts'
import type { LinkProber } from './outbound/probe-links.ts'

/** The signed-in account as handlers see it. */
export interface DirectoryEntry {
  readonly id: string
  /** Name of its content type. */
  readonly type: string
}

export interface Account {
  readonly id: string
  readonly userName: string
  readonly name: string
  readonly role: Role
  /** The grants of the role. */
  readonly grants?: readonly string[]
  /** Code of the area that its registration names. */
  readonly region?: string | null
  /** The directory entry that the account stands for; null where it has none, absent where it is not loaded. */
  readonly directory?: DirectoryEntry | null
  /** The principals whom the account represents today. */
  readonly standsIn?: readonly StandIn[]
  /** The roles that it has beside its own. */
  readonly assigned?: readonly AssignedRole[]
  /** Blacklisted: reads, but does not publish, comment or message. */
  readonly black: boolean
  /** The reason for the blacklisting; not disclosed to other accounts. */
  readonly blackReason?: string | null
  /** Signed in with a temporary password, which has to be changed before anything else. */
  readonly passwordDue?: boolean
}

/** The file of a multipart request, to be read to its end or dropped. */
export interface Upload {
  readonly name: string
  readonly stream: Readable
}

export interface CallRequest {
  readonly id: string
  /** The real client's address, behind configured proxies too. */
  readonly address: string
  readonly userAgent: string
  /** The kinds of content that it can show; absent where it says nothing. */
  readonly accept?: string
  readonly sender: RequestSender
  readonly visitor: VisitorKey
  /** Absent in calls that no browser sent. */
  readonly preview?: PreviewKey
  /** The session of the browser that made the call, whoever `token` names. */
  readonly session: SessionCookie
  /** The origin of the portal's addresses, such as `https://portal.example`: `PUBLIC_URL` where it is set. */
  readonly origin: string
  /** The session's token, from the header or the cookie; absent for a visitor. */
  readonly token?: string
  readonly idempotencyKey?: string
  /** The warnings that the caller has seen and confirmed, as the refusal named them. */
  readonly confirmedWarnings?: string
  /** The request's file, of at most so many bytes; null where it has none. */
  readonly upload?: (most: number) => Promise<Upload | null>
}

export interface AuditEntry {
  /** Account id; null for a visitor or the system. */
  readonly actor: string | null
  /** Operation id or event, such as `auth.login`. */
  readonly action: string
  readonly target?: string | null
  readonly result: 'ok' | 'refused' | 'failed'
  readonly address?: string | null
  readonly requestId?: string | null
  readonly detail?: JsonObject | null
}

/**
 * The services that handlers, tasks and the engine use. Read `model()` once for each call: the model may be
 * replaced between two calls. `clock` is the injected clock; code takes the time from it, so that tests can set it.
 *
 * @example
 * const today = ({ clock }: Pick<Services, 'clock'>) => dayAt(clock())
 */
export interface Services {
  readonly database: DatabaseHandle
  readonly db: Kysely<Schema>
  /** As they were at start: only then is anything granted. */
  readonly roles: readonly RoleModel[]
  /** The current model; read it once per call, it may be swapped between calls. */
  model(): Model
  readonly cache: ReadCache
  /** The domain events between modules. */
  readonly events: Events
  /** The hooks of the portal's own code; like the model, they may be swapped between calls. */
  hooks(): Hooks
  /** Makes the engine for a call: what a portal's own code reads and writes by. */
  readonly engine: BuildEngine
  readonly links: LinkProber
  /** Appends to the audit log, inside `transaction` where one is given. */
  audit(entry: AuditEntry, transaction?: Kysely<Schema>): Promise<void>
  clock(): Date
}

/**
 * One call of an operation, as its handler receives it: validated parameters and body, the caller, and the
 * services.
 *
 * @example
 * const countAccounts = async ({ services }: Call) =>
 *   services.db.selectFrom('account').select((eb) => eb.fn.countAll().as('count')).executeTakeFirst()
 */
export interface Call {
  /** Path and query parameters, validated and coerced. */
  readonly params: Readonly<Record<string, unknown>>
  /** Validated and normalised; null for calls without a body. */
  readonly body: unknown
  readonly caller: Caller
  readonly account: Account | null
  readonly request: CallRequest
  readonly services: Services
}

/** The returned value becomes `data`; a refusal is a thrown `Failure`. */
export type Handler = (call: Call) => Promise<unknown>

/**
 * Handlers by operation id (`<group>.<name>`).
 *
 * @example
 * const handlers: Handlers = { 'auth.token': async ({ account }) => account }
 */
export type Handlers = Readonly<Record<string, Handler>>

/** The transaction and the touched topics that the stages of one write share. */
export interface WriteScope {
  /** The transaction of the write. */
  readonly db: Kysely<Schema>
  /** Names of the content types of which items were written; cached answers about them expire with the commit. */
  readonly touched: Set<string>
  /** Audit entries of the writes that have joined this one, which stores them with its own. */
  readonly entries: AuditEntry[]
  /** By item: its new version, and what it changes, for the audit entry about it. */
  readonly changes: Map<string, JsonObject>
  /** The operation or event that writes, as the audit log calls it. */
  readonly origin?: string | undefined
  /** Why, where its author has said so. */
  readonly why?: string | undefined
  /** True for a write that has joined another one's transaction, which stores its entries and commits. */
  readonly isJoined?: true
}

type Values = Readonly<Record<string, unknown>>

/** The engine in the name of one caller, as code without the types of a portal sees it. */
export interface Engine {
  add(type: string, body: object, options?: { readonly ownerId?: string | null }): Promise<unknown>
  update(type: string, id: string, changes: object): Promise<unknown>
  transition(type: string, id: string, action: string, input?: object): Promise<unknown>
  list(type: string, query?: object): Promise<unknown>
  get(type: string, id: string): Promise<unknown>
  asSystem(): Engine
}

/** An item as hooks of writes see it: all its fields, whoever the caller is. */
export interface HookItem {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly ownerId: string | null
  /** Zero for an item that is not stored yet. */
  readonly revision: number
  readonly body: Values
}

/** All that hooks get; each gets the parts that it declares. */
export interface HookCall {
  readonly type: string
  readonly caller: Caller
  readonly account: Account | null
  readonly engine: Engine
  readonly services: Services
  readonly db: Kysely<Schema>
  readonly body?: unknown
  readonly item?: unknown
  readonly before?: HookItem | undefined
  readonly transition?: {
    readonly action: string
    readonly title: string
    readonly from: string
    readonly to: string
  }
  readonly reason?: string | undefined
  readonly answers?: Values | undefined
}

export type Hook = (call: HookCall) => unknown

export type TypeHooks = Partial<Readonly<Record<HookName, Hook>>>

/** By content type. */
export type Hooks = ReadonlyMap<string, TypeHooks>

/** Where a call of the engine stands: inside of how many hooks, and in the transaction of which write. */
export interface Nesting {
  readonly depth?: number
  readonly within?: WriteScope | undefined
  /** Of the hook that makes the calls. */
  readonly run?: HookRun
}

/** A running hook. Its calls go one after the other, and none goes on after its end. */
export interface HookRun {
  isOver: boolean
  /** Calls that have begun and not ended. */
  pending: number
  last: Promise<unknown>
}

/** As much of a call as the engine needs to make others in its name. */
export type EngineCall = Pick<Call, 'account' | 'request' | 'services'>

export type BuildEngine = (call: EngineCall, nesting?: Nesting) => Engine
