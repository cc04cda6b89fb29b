// Reads and saves a person's notice channels for each kind of notice.
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'

/** Returns the settings. By default text messages are on for all kinds that use them, and e-mail is off. */
export async function loadSettings({ services, caller }: Call): Promise<unknown> {
  const { id } = requireSignedIn(caller)
  const row = await services.db
    .selectFrom('noticeSetting')
    .select(['sms', 'mail', 'email'])
    .where('userId', '=', id)
    .executeTakeFirst()
  const { notices } = services.model()
  const sent = (channel: 'sms' | 'mail') => [
    ...new Set(notices.flatMap(({ channels, kind }) => (channels.includes(channel) ? [kind] : []))),
  ]
  return row ?? { sms: sent('sms'), mail: [], email: null }
}

export async function saveSettings(call: Call): Promise<null> {
  const { services } = call
  const { id } = requireSignedIn(call.caller)
  const { sms = [], mail = [], email } = bodyOf<'msgNotice.saveSettings'>(call)
  const row = {
    sms: JSON.stringify(sms),
    mail: JSON.stringify(mail),
    email: email ?? null,
    updatedAt: services.clock(),
  }
  await services.db
    .insertInto('noticeSetting')
    .values({ userId: id, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
  return null
}
