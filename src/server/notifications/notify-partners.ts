// Notifies partners and substitutes about the open cases of a closed account.
import type { Kysely } from 'kysely'
import { formatNotice } from '#server/content/items/format-notice.ts'
import { findOpenCases, findParticipants } from '#server/content/workflow/open-cases.ts'
import {
  findReaders,
  findReadersAmong,
  loadInstead,
  type Person,
} from '#server/content/workflow/receivers.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { type Audience, toRoleCaller } from '#shared/access/roles.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { NoticeTemplate } from '#shared/model/notice-model.ts'
import { writeNotices } from './write-notices.ts'

/** Of one account, the latest first: more than anybody has under way with others. */
const MAX_CASES = 100

interface Closed {
  readonly id: string
  readonly name: string
  readonly role: string
}

/** To be called in the transaction that closes the account, after that: who is closed hears nothing. */
export async function notifyPartners(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'model' | 'clock' | 'roles'>,
  { id, name, role }: Closed,
  cause: string,
): Promise<void> {
  const model = services.model()
  const [paused, vacant] = (['account.paused', 'account.vacant'] as const).map((event) =>
    model.notices.find(({ on }) => on === event),
  )
  const known = services.roles.find((one) => one.name === role)
  if ((!paused && !vacant) || !known) return
  const { first } = await findOpenCases(transaction, model, toRoleCaller(known, id), MAX_CASES, {
    isClosed: true,
  })
  for (const { plan, row } of first) {
    const subject = { plan, row, actor: id, at: services.clock() }
    const taking = (row.vacant ?? []).filter(({ principal }) => principal.id === id)
    const fallbacks = await Promise.all(
      taking.map(({ part }) => loadInstead(transaction, model, subject, part)),
    )
    const instead = await findReadersAmong(
      transaction,
      model,
      subject,
      fallbacks.flat().map((person) => person.id),
    )
    const partners = await findReaders(transaction, model, subject, [
      'owner',
      'parent.owner',
      'partner',
      ...findParticipants(plan.type.lifecycle),
      ...whoEnds(plan.type.lifecycle, row.status),
    ])
    const others = partners.filter((person) => !instead.some((one) => one.id === person.id))
    const notifyPeople = async (template: NoticeTemplate | undefined, people: readonly Person[]) => {
      if (!template || people.length === 0) return
      const spelled = formatNotice(model, template, { plan, row }, { type: plan.type.title, name })
      await writeNotices(
        transaction,
        services,
        {
          template,
          spelled,
          cause: `${template.on ?? ''}:${cause}:${row.id}`,
          item: { id: row.id, type: row.type },
        },
        people.map((person) => person.id),
      )
    }
    await notifyPeople(paused, vacant ? others : partners)
    await notifyPeople(vacant, instead)
  }
}

/** Returns the parts that could withdraw the open case. */
const whoEnds = ({ transitions }: Lifecycle, status: string): Audience[] =>
  transitions.flatMap(({ kind, from, by }) => (kind === 'withdraw' && from.includes(status) ? by : []))
