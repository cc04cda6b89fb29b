// Loads the roles that accounts have beside their own, and the requests for them.
import { type Kysely, sql } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText, requireText } from '#server/platform/calls/read-parameter.ts'
import type { AssignmentState } from '#server/platform/database/tables/role-table.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { RoleScope } from '#shared/access/role-scope.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { describeScope } from './role-scopes.ts'

export interface Assignment {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly userName: string
  readonly role: string
  readonly kind: 'role' | 'account'
  readonly scope: RoleScope
  readonly state: AssignmentState
  readonly askedById: string
  readonly reason: string
}

const COLUMNS = sql`assigned.id, assigned.account_id, account.name, account.user_name, assigned.role, assigned.kind,
  assigned.scope, assigned.state, assigned.reason, assigned.asked_by as asked_by_id, asker.name as asked_by,
  assigned.asked_at, decider.name as decided_by, assigned.decided_at, ender.name as ended_by, assigned.ended_at`
const FROM = sql`from role_assignment assigned join account on account.id = assigned.account_id
  left join account asker on asker.id = assigned.asked_by
  left join account decider on decider.id = assigned.decided_by
  left join account ender on ender.id = assigned.ended_by`

/** `isOwn`: the caller has asked for it, or is who gets it, and so does not confirm it. */
async function toAnswer({ services, caller }: Call, { askedById, scope, ...row }: Assignment) {
  return {
    ...row,
    scope: await describeScope(services, scope),
    isOwn: [askedById, row.accountId].includes(caller?.id ?? ''),
  }
}

/** Those that wait come first. */
export async function listAssignments(call: Call): Promise<Paged<unknown>> {
  const [account, role, state] = ['accountId', 'role', 'state'].map((name) => readText(call.params, name))
  const page = await readPage<Assignment>(call, {
    columns: COLUMNS,
    from: sql`${FROM} where ${account === undefined ? sql`true` : sql`assigned.account_id = ${account}`}
      and ${role === undefined ? sql`true` : sql`assigned.role = ${role}`}
      and ${state === undefined ? sql`true` : sql`assigned.state = ${state}`}`,
    order: sql`assigned.state <> 'requested', assigned.asked_at desc, assigned.id`,
  })
  return { ...page, list: await Promise.all(page.list.map((row) => toAnswer(call, row))) }
}

export const readAssignment = async (call: Call): Promise<unknown> =>
  toAnswer(call, await requireAssignment(call.services.db, requireText(call.params, 'id')))

/** With `lock` decisions about one assignment are made one after the other. */
export async function requireAssignment(db: Kysely<Schema>, id: string, lock = false): Promise<Assignment> {
  const { rows } = await sql<Assignment>`select ${COLUMNS} ${FROM} where assigned.id = ${id}
    ${lock ? sql`for update of assigned` : sql``}`.execute(db)
  if (!rows[0]) throw new Failure('NOT_FOUND')
  return rows[0]
}
