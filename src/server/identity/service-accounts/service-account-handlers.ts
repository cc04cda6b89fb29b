// Handles the calls with which operators manage accounts of programs: create, change the key, revoke.
import { randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import { requireActiveOperator } from '#server/identity/users/change-user.ts'
import { notifyAuditors } from '#server/identity/users/notify-auditors.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { SERVICE_FORM } from '#server/platform/accounts/service-account.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { requireText } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { ServiceAccountTable } from '#server/platform/database/tables/service-table.ts'
import { mayBeNamed } from '#server/platform/operations/key-scope.ts'
import { GRANTS, rolesWith } from '#shared/access/roles.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { newServiceKey } from './service-keys.ts'

/** The calls `serviceAccount.…`. */
export const serviceAccountHandlers: Handlers = {
  'serviceAccount.list': (call) => {
    const toEntry = (row: Row) => toAnswer(call, row)
    return readPage(
      call,
      { columns: COLUMNS, from: FROM, order: sql`service.created_at desc, account.id` },
      toEntry,
    )
  },
  'serviceAccount.info': readServiceAccount,
  'serviceAccount.create': createServiceAccount,
  'serviceAccount.renewKey': renewKey,
  'serviceAccount.revoke': revoke,
}

interface Row {
  readonly id: string
  readonly status: string
  readonly expiresOn: string
  readonly revokedAt: Date | null
}

const COLUMNS = sql`account.id, account.user_name, account.name, account.role, account.status, service.key_hint,
  service.mode, service.operations, service.expires_on, service.last_used_at, service.revoked_at,
  service.created_at, creator.name as created_by`
const FROM = sql`from service_account service join account on account.id = service.account_id
  left join account creator on creator.id = service.created_by`

const toAnswer = ({ services }: Call, { status, revokedAt, ...row }: Row) => ({
  ...row,
  state: stateOf({ status, revokedAt, ...row }, dayAt(services.clock())),
})

function stateOf({ status, revokedAt, expiresOn }: Row, today: string): string {
  if (revokedAt || status !== ACCOUNT.active) return 'revoked'
  return expiresOn < today ? 'expired' : 'on'
}

async function readServiceAccount(call: Call): Promise<unknown> {
  const id = requireText(call.params, 'id')
  const { rows } = await sql<Row>`select ${COLUMNS} ${FROM} where account.id = ${id}`.execute(
    call.services.db,
  )
  if (!rows[0]) throw new Failure('NOT_FOUND')
  return toAnswer(call, rows[0])
}

async function createServiceAccount(call: Call): Promise<unknown> {
  const { services } = call
  const { name, role, mode, operations = [], expiresOn } = bodyOf<'serviceAccount.create'>(call)
  const errors = [...refuseRole(call, role), ...refuseOperations(call, operations)]
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  const { key, keyHash, keyHint } = newServiceKey()
  const now = services.clock()
  const id = randomUUID()
  // Nobody signs in by it: no password has this hash, and `enter` refuses the form.
  const account = {
    id,
    userName: `api_${newId(now).slice(-10)}`,
    name,
    role,
    passwordHash: '!',
    form: SERVICE_FORM,
  }
  await services.db.transaction().execute(async (transaction) => {
    await requireActiveOperator(transaction, call)
    await transaction
      .insertInto('account')
      .values({ ...account, createdAt: now, updatedAt: now })
      .execute()
    await transaction
      .insertInto('serviceAccount')
      .values({
        accountId: id,
        keyHash,
        keyHint,
        mode,
        operations: JSON.stringify(operations),
        expiresOn,
        createdBy: call.caller?.id ?? '',
        createdAt: now,
      })
      .execute()
    await notifyAuditors(transaction, call, 'service.created', account)
    const detail = { role, mode, operations, expiresOn }
    await auditAccountAction(call, { action: 'serviceAccount.create', target: id, detail }, transaction)
  })
  return { id, name, key, expiresOn }
}

/** Auditors watch over operators, who therefore make no key in their name. */
const refuseRole = ({ services }: Call, role: string): FieldError[] =>
  rolesWith(services.roles, GRANTS.examine).includes(role)
    ? [{ path: '/role', message: '不能创建审核类的接口账号，请选择其他用户类型' }]
    : []

function refuseOperations({ services }: Call, operations: readonly string[]): FieldError[] {
  const known = services.model().operations.filter(mayBeNamed)
  const names = new Set(known.flatMap(({ id }) => [id, id.split('.', 1)[0] as string]))
  return operations.flatMap((name, index) =>
    names.has(name)
      ? []
      : [
          {
            path: `/operations/${index}`,
            message: `没有接口“${name}”，或接口账号不能调用它；接口编号见接口文档`,
          },
        ],
  )
}

async function renewKey(call: Call): Promise<unknown> {
  const { id, expiresOn } = bodyOf<'serviceAccount.renewKey'>(call)
  const { key, keyHash, keyHint } = newServiceKey()
  const set = { keyHash, keyHint, expiresOn, revokedAt: null }
  const name = await change(
    call,
    { action: 'serviceAccount.renewKey', target: id, detail: { expiresOn } },
    set,
  )
  return { id, name, key, expiresOn }
}

async function revoke(call: Call): Promise<unknown> {
  const { id } = bodyOf<'serviceAccount.revoke'>(call)
  await change(call, { action: 'serviceAccount.revoke', target: id }, { revokedAt: call.services.clock() })
  return { id, state: 'revoked' }
}

/** Returns the name of the account. */
function change(
  call: Call,
  entry: Parameters<typeof auditAccountAction>[1] & { readonly target: string },
  set: Updateable<ServiceAccountTable>,
): Promise<string> {
  return call.services.db.transaction().execute(async (transaction) => {
    await requireActiveOperator(transaction, call)
    const account = await transaction
      .selectFrom('account')
      .select('name')
      .where('id', '=', entry.target)
      .where('form', '=', SERVICE_FORM)
      .executeTakeFirst()
    if (!account) throw new Failure('NOT_FOUND')
    await transaction.updateTable('serviceAccount').set(set).where('accountId', '=', entry.target).execute()
    await auditAccountAction(call, entry, transaction)
    return account.name
  })
}
