// Names the dictionaries that the program itself reads; a portal that has one gives it this name.

/**
 * The names of the dictionaries that the program itself reads. A portal that has such a dictionary uses this name.
 *
 * @example
 * labelOf(model, DICTIONARY.states, 'online') // → '已上线'
 */
export const DICTIONARY = {
  /** States of content, of all lifecycles. */
  states: 'contentStatus',
  /** States of a registration, as the applicant sees them. */
  registration: 'registrationStatus',
  account: 'accountStatus',
  auditResult: 'auditResult',
  /** Kinds of notices. */
  noticeKinds: 'messageType',
  /** Notices that go out to webhooks. */
  webhookEvents: 'webhookEvent',
  reportReasons: 'reportReason',
  blockedWords: 'blockedWord',
  /** Official names of places and organisations; their aliases are doubtful in texts. */
  officialNames: 'officialName',
  /** Words that editors recommend to who searches. */
  recommendedWords: 'hotWord',
  /** Names that pose as the portal's staff, wherever they stand. */
  reservedNames: 'reservedName',
  /** Those that do so only when nothing else stands beside them. */
  reservedNamesAlone: 'reservedNameAlone',
  authorities: 'reservedAuthority',
  /** What waits in the inbox beside items: comments, registrations, reports of messages. */
  waitingKinds: 'waitingKind',
} as const
