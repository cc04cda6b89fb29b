// Finds a case by its receipt number and the last digits of the mobile number.

import { type Kysely, sql } from 'kysely'
import { areDeleted } from '#server/content/fields/public-states.ts'
import { RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { isInAudience, toRoleCaller } from '#shared/access/roles.ts'
import type { Model } from '#shared/model/model.ts'

export interface AccountMatch {
  readonly kind: 'account'
  readonly id: string
  readonly form: string | null
  readonly status: string
  readonly refusal: string | null
  readonly createdAt: Date
}

export interface ItemMatch {
  readonly kind: 'item'
  readonly id: string
  readonly type: string
  readonly status: string
  /** Of the change that waits beside the item. */
  readonly changeStatus: string | null
  readonly createdAt: Date
}

/**
 * Returns null also where the number exists and the mobile number differs, so that nobody can probe receipt numbers.
 */
export async function findProgress(
  db: Kysely<Schema>,
  model: Model,
  receiptNo: string,
  mobileTail: string,
): Promise<AccountMatch | ItemMatch | null> {
  const [account, item] = await Promise.all([loadAccount(db, receiptNo), loadItem(db, model, receiptNo)])
  if (account && endsWith(account.mobile, mobileTail)) {
    const { id, form, status, refusal, createdAt } = account
    return { kind: 'account', id, form, status, refusal, createdAt }
  }
  if (!item || isOfOffice(model, item.type, item.role)) return null
  const numbers = [item.mobile, ...mobilesIn(model, item.type, item.body)]
  if (!numbers.some((number) => endsWith(number, mobileTail))) return null
  const { id, type, status, changeStatus, createdAt } = item
  return { kind: 'item', id, type, status, changeStatus, createdAt }
}

/**
 * Returns true for items that only offices create and an office has created: such an item is no submission. Items
 * that members may create as well are none of them.
 */
function isOfOffice({ operations, roles }: Model, type: string, owner: string | null): boolean {
  const members = roles.filter(({ grants }) => grants.length === 0)
  if (members.some(({ name }) => name === owner)) return false
  const made = operations.filter(({ content }) => content?.type === type && MAKES.includes(content.action))
  return !made.some(({ access }) => members.some((role) => isInAudience(toRoleCaller(role), access)))
}

const MAKES: readonly string[] = ['add', 'save']

const endsWith = (mobile: unknown, tail: string) => typeof mobile === 'string' && mobile.endsWith(tail)

function loadAccount(db: Kysely<Schema>, receiptNo: string) {
  return db
    .selectFrom('account')
    .select(['id', 'form', 'status', 'refusal', 'mobile', 'createdAt'])
    .where('receiptNo', '=', receiptNo)
    .where('status', '!=', ACCOUNT.deleted)
    .executeTakeFirst()
}

function loadItem(db: Kysely<Schema>, model: Model, receiptNo: string) {
  return db
    .selectFrom('item')
    .leftJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('pendingVersion', 'pendingVersion.itemId', 'item.id')
    .select([
      'item.id',
      'item.type',
      'item.status',
      'item.body',
      'item.createdAt',
      'account.mobile',
      'account.role',
    ])
    .select('pendingVersion.status as changeStatus')
    .where(sql`item.body ->> ${sql.lit(RECEIPT_KEY)}`, '=', receiptNo)
    .where(sql<boolean>`not (${sql.raw(areDeleted(model.contentTypes, 'item.'))})`)
    .executeTakeFirst()
}

/** The telephone numbers that were given with the matter itself. */
function mobilesIn({ contentTypes }: Model, type: string, body: JsonObject): unknown[] {
  const fields = contentTypes.find(({ name }) => name === type)?.fields ?? []
  return fields.filter((field) => field.type === 'mobile').map(({ name }) => body[name])
}
