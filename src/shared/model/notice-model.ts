// Declares a notice as configured: its text, its channels, and the page that it leads to.
import type { SystemEvent } from './notice-events.ts'
import type { Link } from './page-model.ts'

/**
 * To people: in the portal always, by text message and e-mail as far as the person wants them. To the systems of
 * organisations: `webhook`.
 */
export const CHANNELS = ['portal', 'sms', 'mail', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]

/** A template; texts hold `{item.…}` and `{event.…}`. */
export interface NoticeTemplate {
  readonly id: string
  readonly title: string
  readonly text: string
  /** Value of the dictionary `messageType`, by which people choose their ways. */
  readonly kind: string
  readonly channels: readonly Channel[]
  /** Ways that are taken only while a setting, such as `missionParameter.smsNotice`, is on. */
  readonly only?: Readonly<Partial<Record<Exclude<Channel, 'portal' | 'webhook'>, string>>>
  /** Absent where there is nothing to open. */
  readonly open?: Link
  readonly on?: SystemEvent
}

const PLACEHOLDERS = /“?\{[^}]*\}”?/g

/**
 * Returns the name of the event that a notice sends to webhooks.
 *
 * @example
 * webhookEventTitle('approved', '{event.type}“{item.title}”已通过审核') // → '已通过审核（approved）'
 */
export const webhookEventTitle = (id: string, title: string): string =>
  `${title.replaceAll(PLACEHOLDERS, '').trim()}（${id}）`
