// Finds or creates the account of a single sign-on user: by link, by mobile number, or new.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { findPosing } from '#server/identity/accounts/refuse-reserved-names.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { openRole } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { SsoPerson } from './sso-server.ts'

/** Fits no password. */
const NO_PASSWORD = '!'
const UNNAMED = '统一认证用户'
const MOBILE = /^1[3-9]\d{9}$/
const USER_NAME = /^[A-Za-z][\w-]{3,19}$/
const MOBILES = ['mobile', 'mobilePhone', 'phone', 'telephoneNumber'] as const
const NAMES = ['displayName', 'cn', 'name', 'realName'] as const

const first = (attributes: SsoPerson['attributes'], names: readonly string[]) =>
  names.flatMap((name) => attributes[name] ?? []).find((value) => value !== '')

/**
 * Equal names mean nothing: anybody may register under any. Both sides proved the mobile number,
 * so it links an account that has no link yet.
 */
export async function findOrCreate(services: Pick<Services, 'db' | 'model'>, person: SsoPerson, now: Date) {
  const { db } = services
  const { user, attributes } = person
  const linked = () => db.selectFrom('account').selectAll().where('ssoUser', '=', user).executeTakeFirst()
  const mobile = first(attributes, MOBILES)
  return (
    (await linked()) ??
    (mobile && MOBILE.test(mobile) ? await link(db, user, mobile, now) : undefined) ??
    (await create(services, person, now)) ??
    // Somebody else was faster, with the same person.
    (await linked())
  )
}

function link(db: Kysely<Schema>, ssoUser: string, mobile: string, now: Date) {
  return db
    .updateTable('account')
    .set({ ssoUser, updatedAt: now })
    .where('mobile', '=', mobile)
    .where('ssoUser', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Creates the account. A name that poses as staff, or is the name of a staff account, is not used, whatever the server
 * sends.
 */
async function create(
  services: Pick<Services, 'db' | 'model'>,
  { user, userName: wanted, attributes }: SsoPerson,
  now: Date,
) {
  const { db } = services
  const role = openRole(services.model().roles)?.name
  if (role === undefined) throw new Failure('FORBIDDEN', { message: '请先注册账号，再关联统一身份认证' })
  const given = (first(attributes, NAMES) ?? wanted).slice(0, 60)
  const found = await findPosing(services, [
    ['name', given],
    ['userName', wanted],
  ])
  const posing = new Set(found.map(({ path }) => path))
  const name = posing.has('/name') ? UNNAMED : given
  const own = USER_NAME.test(wanted) && !posing.has('/userName') ? [wanted] : []
  for (const userName of [...own, `sso-${randomBytes(6).toString('hex')}`]) {
    const row = await db
      .insertInto('account')
      .values({
        id: randomUUID(),
        userName,
        name,
        role,
        ssoUser: user,
        passwordHash: NO_PASSWORD,
        createdAt: now,
        updatedAt: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) return row
  }
  return undefined
}
