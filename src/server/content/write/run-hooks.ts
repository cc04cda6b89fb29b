// Runs the hooks of a type's writes and reads, in the transaction of the write, within a time limit.
import type { Kysely, KyselyPlugin } from 'kysely'
import type { ActionContext, HookContext, WriteScope } from '#server/content/action.ts'
import { type ItemRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { ReadCache } from '#server/platform/cache/read-cache.ts'
import type { CallRequest, HookCall, HookItem, HookRun, Services, TypeHooks } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { NO_REQUEST } from '#server/platform/http/no-request.ts'
import type { HookName } from '#shared/calls/hook-names.ts'
import { perModel } from '#shared/model/per-model.ts'

/** A transaction holds its locks while a hook runs. */
const LIMIT_MS = 5_000
/** How many hooks may run inside of one another. */
const MAX_DEPTH = 5

/** These run for calls that may be repeated, and outside of transactions: they write nothing. */
const READING: ReadonlySet<HookName> = new Set(['beforeValidate', 'afterRead'])

/** A fault of a portal's own code: it is logged, and the caller learns no more than of any other fault. */
export class HookError extends Error {}

type Hooked = HookContext &
  Partial<Pick<WriteScope, 'touched' | 'entries' | 'changes'>> &
  Pick<ActionContext, 'within'>

/** Returns the hooks of the type; undefined for most types. */
export const hooksOf = ({ services, plan }: Pick<HookContext, 'services' | 'plan'>): TypeHooks | undefined =>
  services.hooks().get(plan.type.name)

/** Returns true if a write of the type has to be prepared for hooks. */
export const hasWriteHooks = (context: Pick<HookContext, 'services' | 'plan'>): boolean => {
  const { afterRead: _, ...writing } = hooksOf(context) ?? {}
  return Object.keys(writing).length > 0
}

/** Of the item that is written: `id`, `type`, `status`, `ownerId`, `revision` and all its fields as `body`. */
export const toHookItem = ({ id, type, status, ownerId, revision, body }: HookItem): HookItem => {
  const { [RECEIPT_KEY]: _number, ...fields } = body
  return { id, type, status, ownerId, revision, body: fields }
}

/** Returns what was sent as the hook changes it; what it returns is validated as if it had been sent. */
export async function beforeValidate(context: Hooked, body: unknown, row?: ItemRow): Promise<unknown> {
  if (!hooksOf(context)?.beforeValidate) return body
  const item = row && toHookItem(row)
  return (await runHook(context, 'beforeValidate', { body, item })) ?? body
}

/** Runs `store`, which stores `item`, between the hooks. Returns what it returns. */
export async function persistHooked<T>(
  context: Hooked,
  { item, before }: { readonly item: HookItem; readonly before?: HookItem | undefined },
  store: () => Promise<T>,
  stored: (result: T) => HookItem,
): Promise<T> {
  await runHook(context, 'beforePersist', { item, before })
  const result = await store()
  await runHook(context, 'afterPersist', { item: stored(result), before })
  return result
}

/** Does nothing where the type has no such hook. Throws what the hook throws. */
export async function runHook(
  context: Hooked,
  name: HookName,
  input: Partial<Omit<HookCall, 'engine' | 'db' | 'services'>>,
): Promise<unknown> {
  const hook = hooksOf(context)?.[name]
  if (!hook) return undefined
  const { plan, services, caller, call, depth = 0 } = context
  const title = `${plan.type.name}.${name}`
  if (depth >= MAX_DEPTH) throw new HookError(`钩子相互调用超过 ${MAX_DEPTH} 层，最后一个是 ${title}`)
  const run: HookRun = { isOver: false, pending: 0, last: Promise.resolve() }
  const within = joining(context, run, title)
  const bound = within ? boundTo(services, within) : services
  const account = call?.account ?? null
  const request: CallRequest = call?.request ?? NO_REQUEST
  const engine = services.engine({ account, request, services: bound }, { depth: depth + 1, within, run })
  const { get, list } = engine
  const means = READING.has(name) ? { engine: { get, list } } : { engine, services: bound, db: bound.db }
  const given = { ...input, type: plan.type.name, caller, account, ...means } as HookCall
  try {
    const answer = await inTime(async () => hook(given), title)
    if (run.pending > 0)
      throw new HookError(`钩子 ${title} 结束时，有对 engine 的调用尚未完成，请用 await 等待`)
    return answer
  } finally {
    run.isOver = true
  }
}

async function inTime<T>(work: () => Promise<T>, title: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new HookError(`钩子 ${title} 超过 ${LIMIT_MS / 1000} 秒没有结束`)
    timer = setTimeout(() => reject(error), LIMIT_MS)
  })
  return Promise.race([work(), late]).finally(() => clearTimeout(timer))
}

/** The transaction of the write for calls inside of the hook; undefined before it has begun. */
function joining(
  { db, touched, entries, changes, within }: Hooked,
  run: HookRun,
  title: string,
): WriteScope | undefined {
  const scope = touched && entries && changes ? { db, touched, entries, changes } : within
  return scope && { ...scope, db: endingWith(scope.db, run, title), isJoined: true }
}

/** The connection goes on to other work after the transaction, so nothing of a hook may reach it then. */
function endingWith(db: Kysely<Schema>, run: HookRun, title: string): Kysely<Schema> {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (run.isOver) throw new HookError(`钩子 ${title} 已经结束，不能再访问数据库`)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

const uncached = perModel((database: Services['database']) => new ReadCache(database, 0))

/** The services inside of the transaction: nothing that it has not committed is cached, and entries wait for its end. */
function boundTo(services: Services, { db, entries }: WriteScope): Services {
  const keep: Services['audit'] = async (entry) => void entries.push(entry)
  return { ...services, db, cache: uncached(services.database), audit: keep }
}
