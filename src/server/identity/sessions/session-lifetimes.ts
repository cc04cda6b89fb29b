// Declares the lifetimes of sessions in milliseconds.

export const IDLE_LIMIT = 30 * 60_000
export const ABSOLUTE_LIMIT = 12 * 3_600_000
/** A session's last use is written at most this often. */
export const TOUCH_INTERVAL = 60_000

export interface SessionTimes {
  readonly createdAt: number
  readonly lastSeenAt: number
}

export function isExpired({ createdAt, lastSeenAt }: SessionTimes, now: number): boolean {
  return now - lastSeenAt > IDLE_LIMIT || now - createdAt > ABSOLUTE_LIMIT
}
