// Lists the calls that the portal makes by itself, whatever a page declares; a call that the portal does not declare
// is not made.

export const OWN_CALLS = [
  'account.prefill',
  'area.tree',
  'audit.exported',
  'auth.captcha',
  'auth.captchaSound',
  'auth.isBlack',
  'auth.logout',
  'auth.smsTicket',
  'auth.ssoLogin',
  'auth.ssoLogout',
  'auth.token',
  'chat.blockUser',
  'chat.getHistoryMessage',
  'chat.getOnlineUser',
  'chat.readMessage',
  'chat.reportMessage',
  'chat.sendmessage',
  'configuration.check',
  'configuration.discard',
  'configuration.files',
  'configuration.info',
  'configuration.publish',
  'configuration.save',
  'configuration.schema',
  'dict.all',
  'draft.get',
  'draft.remove',
  'draft.save',
  'file.describe',
  'file.info',
  'file.upload',
  'follow.add',
  'import.cancel',
  'import.confirm',
  'import.problems',
  'import.state',
  'import.step',
  'import.template',
  'import.upload',
  'map.base',
  'map.points',
  'map.regions',
  'menu.tree',
  'msgNotice.try',
  'personal.reveal',
  'release.planFiles',
  'search.forget',
  'search.records',
  'search.suggest',
  'search.words',
  'stat.visit',
  'site.notices',
] as const

/** Calls of the console alone: its pages hold their addresses, and those of the site do without. */
export const CONSOLE_CALLS = [
  'consoleView.list',
  'consoleView.remove',
  'consoleView.save',
  'publishing.queue',
] as const

/** Id of an operation. */
export type OwnCall = (typeof OWN_CALLS)[number]

/** The address of each that there is, such as `/newapi/menu/tree`. */
export type CallAddresses = Readonly<Partial<Record<OwnCall, string>>>

export function toCallAddresses<Name extends string = OwnCall>(
  operations: Iterable<{ readonly id: string; readonly path: string }>,
  names: readonly Name[] = OWN_CALLS as readonly string[] as readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  const known = new Map([...operations].map(({ id, path }) => [id, path]))
  const found = names.flatMap((id) => (known.has(id) ? [[id, known.get(id)]] : []))
  return Object.fromEntries(found) as Partial<Record<Name, string>>
}
