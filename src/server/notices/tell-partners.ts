// Owns the word to those who share running matters with an account that is closed to its owner: nobody acts for him.
import type { Kysely } from 'kysely'
import { askerOf } from '../../shared/roles.ts'
import type { Services } from '../call.ts'
import { findMatters, partiesOf } from '../content/running-matters.ts'
import type { Schema } from '../database/schema.ts'
import { findReaders } from './receivers.ts'
import { spellNotice } from './spell-notice.ts'
import { writeNotices } from './write-notices.ts'

/** Of one account, the latest first: more than anybody has under way with others. */
const MOST = 100

interface Closed {
  readonly id: string
  readonly name: string
  readonly role: string
}

/** To be called in the transaction that closes the account, after that: who is closed hears nothing. */
export async function tellPartners(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'model' | 'clock' | 'roles'>,
  { id, name, role }: Closed,
  cause: string,
): Promise<void> {
  const model = services.model()
  const template = model.notices.find(({ on }) => on === 'account.paused')
  const known = services.roles.find((one) => one.name === role)
  if (!template || !known) return
  const { first } = await findMatters(transaction, model, askerOf(known, id), MOST)
  for (const { plan, row } of first) {
    const told = { plan, row, actor: id, at: services.clock() }
    const people = await findReaders(transaction, model, told, [
      'owner',
      'parent.owner',
      'partner',
      ...partiesOf(plan.type.lifecycle),
    ])
    const spelled = spellNotice(model, template, { plan, row }, { type: plan.type.title, name })
    await writeNotices(
      transaction,
      services,
      { template, spelled, cause: `account.paused:${cause}:${row.id}`, item: { id: row.id, type: row.type } },
      people.map((person) => person.id),
    )
  }
}
