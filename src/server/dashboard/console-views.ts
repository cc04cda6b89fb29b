// Handles the calls with which readers of the console keep views of its lists: their own, shared ones, a role's default.
import { sql } from 'kysely'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'

const MAX_VIEWS = 200

interface Row {
  readonly id: string
  readonly page: string
  readonly name: string
  readonly query: string
  readonly columns: unknown
  readonly shared: boolean
  readonly role: string | null
  readonly mine: boolean
}

/** Those of the caller first; of one page by their names. */
async function listViews({ caller, services }: Call): Promise<{ readonly list: readonly Row[] }> {
  const { id, role, assigned = [] } = requireSignedIn(caller)
  const roles = [role, ...assigned.map((one) => one.role)]
  const { rows } = await sql<Row>`
    select id, page, name, query, columns, shared, role, owner_id = ${id} as mine from console_view
    where owner_id = ${id} or (name <> '' and (shared or role = any(${roles}::text[])))
    order by mine desc, page, name, id limit ${sql.lit(MAX_VIEWS * 2)}`.execute(services.db)
  return { list: rows }
}

/** Saves under a name of the caller's own, in place of what has this name. */
async function saveView(call: Call): Promise<{ readonly id: string }> {
  const { caller, services } = call
  const person = requireSignedIn(caller)
  const {
    page,
    name: written = '',
    query = '',
    columns = [],
    shared = false,
    role,
  } = bodyOf<'consoleView.save'>(call)
  const name = written.trim()
  const model = services.model()
  if (!model.pages.some(({ id, kind, surface }) => id === page && kind === 'list' && surface === 'console'))
    throw new Failure('BAD_INPUT', { errors: [{ path: '/page', message: '没有这个列表' }] })
  const isForOthers = shared || role !== undefined
  if (isForOthers && (name === '' || !isGranted(person, GRANTS.moderate)))
    throw new Failure('FORBIDDEN', { message: '只有内容管理人员能共享视图，或设为角色的默认视图' })
  if (role !== undefined && !model.roles.some((known) => known.name === role))
    throw new Failure('BAD_INPUT', { errors: [{ path: '/role', message: '没有这个角色' }] })
  const now = services.clock()
  const stored = { query, columns: JSON.stringify(columns), shared, role: role ?? null, updatedAt: now }
  return services.db.transaction().execute(async (transaction) => {
    await sql`select id from account where id = ${person.id} for update`.execute(transaction)
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from console_view
      where owner_id = ${person.id} and not (page = ${page} and name = ${name})`.execute(transaction)
    if ((rows[0]?.total ?? 0) >= MAX_VIEWS)
      throw new Failure('BAD_INPUT', { message: `最多保存 ${MAX_VIEWS} 个视图，请先删除不用的` })
    // A list opens for a role in one way.
    if (role !== undefined)
      await transaction
        .updateTable('consoleView')
        .set({ role: null })
        .where((eb) => eb.and({ page, role }))
        .execute()
    return transaction
      .insertInto('consoleView')
      .values({ id: newId(now), ownerId: person.id, page, name, ...stored })
      .onConflict((conflict) => conflict.columns(['ownerId', 'page', 'name']).doUpdateSet(stored))
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

/** Moderators remove shared views of others too. */
async function removeView(call: Call): Promise<{ readonly removed: true }> {
  const person = requireSignedIn(call.caller)
  const { id } = bodyOf<'consoleView.remove'>(call)
  const isForOthers = isGranted(person, GRANTS.moderate) ? sql`(shared or role is not null)` : sql`false`
  const { rows } = await sql`delete from console_view
    where id = ${id} and (owner_id = ${person.id} or ${isForOthers}) returning id`.execute(call.services.db)
  if (rows.length === 0) throw new Failure('NOT_FOUND')
  return { removed: true }
}

/**
 * Handles the calls over views of the console's lists.
 *
 * @example
 * const handlers: Handlers = { ...consoleViewHandlers }
 */
export const consoleViewHandlers: Handlers = {
  'consoleView.list': listViews,
  'consoleView.save': saveView,
  'consoleView.remove': removeView,
}
