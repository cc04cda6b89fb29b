// Makes the keys of programs, and recognises the account of a key.
import { createHash, randomBytes } from 'node:crypto'
import { accountsQuery, toAccount } from '#server/identity/sessions/session-store.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Account, Services } from '#server/platform/call.ts'
import { scopeRefusal } from '#server/platform/operations/key-scope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** By which scanners of repositories, and people, see that it is a secret. */
const PREFIX = 'ak_'
const KEY = /^ak_[\w-]{43}$/
const BEARER = /^Bearer +(ak_\S*)$/i
const HINT_LENGTH = 9
/** The last use is written at most this often. */
const TOUCH_INTERVAL_MS = 60_000

export interface ServiceKey {
  readonly key: string
  readonly keyHash: string
  readonly keyHint: string
}

/** 256 random bits. */
export function newServiceKey(): ServiceKey {
  const key = PREFIX + randomBytes(32).toString('base64url')
  return { key, keyHash: hashKey(key), keyHint: `${key.slice(0, HINT_LENGTH)}…` }
}

const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

type Needs = Pick<Services, 'db' | 'clock' | 'roles' | 'model'>

/**
 * Recognises the keys of programs. Each call reads the database, so that a revoked key is refused by every process at
 * once.
 *
 * @example
 * const key = keys.read('Bearer ak_…')
 * if (key !== undefined) console.log((await keys.require(key, operation)).name)
 */
export class ServiceKeys {
  readonly #services: Needs

  constructor(services: Needs) {
    this.#services = services
  }

  /** Returns the key in an `Authorization` header; undefined for another header, such as that of a proxy. */
  read(authorization: string): string | undefined {
    return BEARER.exec(authorization)?.[1]
  }

  /**
   * Returns the account of the key. Throws `KEY_REJECTED` with the reason, and `FORBIDDEN` where the scope of the key
   * does not have the operation. Whether the account itself may make the call is not checked here.
   */
  async require(key: string, operation: Pick<Operation, 'id' | 'writes'>): Promise<Account> {
    const row = KEY.test(key) ? await loadByHash(this.#services, hashKey(key)) : undefined
    if (!row)
      throw new Failure('KEY_REJECTED', { message: '访问密钥不正确或已更换，请检查 Authorization 请求头' })
    const now = this.#services.clock()
    const rejected = rejectionOf(row, dayAt(now))
    if (rejected !== undefined) throw new Failure('KEY_REJECTED', { message: rejected })
    await touch(this.#services, row, now)
    const refused = scopeRefusal(row, operation)
    if (refused !== undefined) throw new Failure('FORBIDDEN', { message: refused })
    return toAccount(this.#services, row)
  }
}

const loadByHash = (services: Needs, keyHash: string) =>
  accountsQuery(services)
    .innerJoin('serviceAccount', 'serviceAccount.accountId', 'account.id')
    .select(['mode', 'operations', 'expiresOn', 'revokedAt', 'lastUsedAt'])
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof loadByHash>>>

function rejectionOf({ status, revokedAt, expiresOn }: Row, today: string): string | undefined {
  if (revokedAt) return '访问密钥已停用，请联系运营人员更换'
  if (expiresOn < today) return `访问密钥已于 ${expiresOn} 到期，请联系运营人员更换`
  return status === ACCOUNT.active ? undefined : '接口账号已停用，请联系运营人员'
}

async function touch({ db }: Needs, { id, lastUsedAt }: Row, now: Date): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < TOUCH_INTERVAL_MS) return
  const written = db
    .updateTable('serviceAccount')
    .set({ lastUsedAt: now })
    .where('accountId', '=', id)
    .execute()
  // A read must not fail because this could not be written.
  await written.catch(() => undefined)
}
