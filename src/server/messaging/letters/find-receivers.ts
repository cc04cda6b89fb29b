// Resolves the receivers of a message: a findable person, an organisation in a directory, all users of a kind.
import type { Kysely } from 'kysely'
import { findAudience } from '#server/content/workflow/receivers.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { type Caller, GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { findPeople } from './search-people.ts'

/** Values of the dictionary `messageReceiver`. */
const TO = { person: '1', organisation: '2', role: '3' } as const

export interface Addressed {
  /** As the sender sees it afterwards. */
  readonly title: string
  readonly ids: readonly string[]
}

interface Wanted {
  readonly receiverType: string
  readonly receiverId?: string | null | undefined
  readonly organisationName?: string | null | undefined
  readonly role?: string | null | undefined
}

/** Throws `BAD_INPUT` with the field for which nobody is found. */
export async function findReceivers(
  db: Kysely<Schema>,
  model: Model,
  caller: NonNullable<Caller>,
  wanted: Wanted,
  titleOfRole: (role: string) => string,
): Promise<Addressed> {
  const found = await find(db, model, caller, wanted, titleOfRole)
  const ids = found.ids.filter((id) => id !== caller.id)
  if (ids.length > 0) return { ...found, ids }
  if (found.ids.length > 0) throw refused('receiverType', '不能给自己发站内信')
  if (wanted.receiverType === TO.person) throw refused('receiverId', '没有找到这位用户，请重新查找并选择')
  if (wanted.receiverType === TO.organisation)
    throw refused('organisationName', '没有找到该单位，或其尚无可收信的账号：请核对全称，或改用其他联系方式')
  throw refused('role', '用户类型不存在')
}

async function find(
  db: Kysely<Schema>,
  model: Model,
  caller: NonNullable<Caller>,
  { receiverType, receiverId, organisationName, role }: Wanted,
  titleOfRole: (role: string) => string,
): Promise<Addressed> {
  if (receiverType === TO.person) {
    if (receiverId === caller.id) return { title: '', ids: [caller.id] }
    const people = await findPeople(db, model, caller.id, { ids: [receiverId ?? ''], limit: 1 })
    return { title: people[0]?.name ?? '', ids: people.map(({ id }) => id) }
  }
  if (receiverType === TO.organisation) {
    const people = await db
      .selectFrom('account')
      .innerJoin('item', 'item.id', 'account.directoryId')
      .select('account.id')
      .where('account.status', '=', ACCOUNT.active)
      .where('item.title', '=', organisationName ?? '')
      .execute()
    return { title: organisationName ?? '', ids: people.map(({ id }) => id) }
  }
  if (!isGranted(caller, GRANTS.address))
    throw refused('receiverType', '只有运营人员和政府部门可以按用户类型发送，请改选个人或单位')
  const known = model.roles.find(({ name }) => name === role)?.name
  const people = known ? await findAudience(db, model, [known]) : []
  return { title: known ? `全部${titleOfRole(known)}` : '', ids: people.map(({ id }) => id) }
}

function refused(field: string, message: string): Failure {
  return new Failure('BAD_INPUT', { errors: [{ path: `/${field}`, message }] })
}
