// Owns the portal's time: China's, which has been one all year round since 1991; nobody else writes its name or its offset.

export const ZONE = 'Asia/Shanghai'
/** Behind a time of the clocks there, such as `2026-01-05T08:00:00`. */
export const ZONE_OFFSET = '+08:00'
/** Milliseconds that clocks there are ahead of UTC; building an Intl formatter would cost ten. */
export const ZONE_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

/** The day that it is in China, such as `2026-01-05`, or so many days before. */
export function dayAt(now: Date | number, daysBack = 0): string {
  return new Date(Number(now) + ZONE_MS - daysBack * DAY_MS).toISOString().slice(0, 10)
}

/** The instant at which a day or a time without an offset is there. */
export function instantAt(day: string, time = '00:00:00'): Date {
  return new Date(`${day}T${time}${ZONE_OFFSET}`)
}
