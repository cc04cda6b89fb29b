// Declares a notice as configured: its text, its channels, and the page that it leads to.
import type { SystemEvent } from './notice-events.ts'
import type { Link } from './page-model.ts'

/** In the portal always; by the others as far as the person wants them. */
export const CHANNELS = ['portal', 'sms', 'mail'] as const
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
  readonly only?: Readonly<Partial<Record<Exclude<Channel, 'portal'>, string>>>
  /** Absent where there is nothing to open. */
  readonly open?: Link
  readonly on?: SystemEvent
}
