// Converts times in the portal's time zone, which the site declares and nothing else knows.

export interface Zone {
  /** Of the IANA database, such as `Asia/Shanghai`; PostgreSQL knows it by the same name. */
  readonly name: string
  /** Ahead of UTC, all year round; absent where clocks are changed. */
  readonly minutes?: number
}

/** Zone of a portal that declares none: China's, which has had one offset since 1991. */
export const USUAL_ZONE: Zone = { name: 'Asia/Shanghai', minutes: 480 }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let zone = USUAL_ZONE
let formatter: Intl.DateTimeFormat | undefined

/** A process serves one portal, a page belongs to one: set when its configuration is read. */
export function setZone(named: Zone): void {
  if (named.name !== zone.name) formatter = undefined
  zone = named
}

/**
 * Returns the name of the portal's time zone in the IANA database.
 *
 * @example
 * zoneName() // → 'Asia/Shanghai'
 */
export const zoneName = (): string => zone.name

/** Returns the offset, such as `+08:00`, if it is the same all year; else undefined. */
export const steadyOffset = (): string | undefined =>
  zone.minutes === undefined ? undefined : toOffset(zone.minutes)

function toOffset(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
}

/** A formatter costs ten milliseconds to build, so only a zone that needs one has it. */
const buildFormatter = (name: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

function aheadBy(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const [year, month, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => parts.get(type) ?? 0) as [number, number, number, number, number, number]
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/** Milliseconds that clocks there are ahead of UTC at an instant. */
function ahead(instant: number): number {
  if (zone.minutes !== undefined) return zone.minutes * MINUTE_MS
  if (Number.isNaN(instant)) return 0
  formatter ??= buildFormatter(zone.name)
  return aheadBy(formatter, instant)
}

/** Returns a zone with its fixed offset, if it has one; null for an unknown name. */
export function findZone(name: string): Zone | null {
  try {
    const format = buildFormatter(name)
    const [first, last] = [Date.UTC(1992), Date.UTC(2038)]
    const offsets = new Set<number>()
    for (let at = first; at < last; at += 14 * DAY_MS) offsets.add(aheadBy(format, at))
    const [only = 0, ...others] = [...offsets]
    return others.length > 0 ? { name } : { name, minutes: only / MINUTE_MS }
  } catch {
    return null
  }
}

/**
 * Returns the local time in the portal's time zone, to the second and without offset.
 *
 * @example
 * localTimeAt(new Date('2026-01-05T00:00:00Z')) // → '2026-01-05T08:00:00'
 */
export function localTimeAt(instant: Date | number): string {
  return new Date(Number(instant) + ahead(Number(instant))).toISOString().slice(0, 19)
}

/**
 * Returns the day in the portal's time zone at an instant, or `daysBack` days earlier. The zone is `Asia/Shanghai`
 * unless the site declares another.
 *
 * @example
 * dayAt(new Date('2026-01-04T16:00:00Z')) // → '2026-01-05'
 * dayAt(new Date('2026-01-04T16:00:00Z'), 1) // → '2026-01-04'
 */
export function dayAt(now: Date | number, daysBack = 0): string {
  return new Date(Number(now) + ahead(Number(now)) - daysBack * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Returns the instant of a day and a time without offset in the portal's time zone; the default is midnight. An
 * invalid day gives an invalid `Date`.
 *
 * @example
 * instantAt('2026-01-05').toISOString() // → '2026-01-04T16:00:00.000Z'
 * instantAt('2026-01-05', '08:30:00').toISOString() // → '2026-01-05T00:30:00.000Z'
 */
export function instantAt(day: string, time = '00:00:00'): Date {
  const wall = Date.parse(`${day}T${time}Z`)
  // The offset is that of the instant, which the first guess misses by the few hours around a change of clocks.
  const guess = wall - ahead(wall)
  return new Date(wall - ahead(guess))
}

/** Appends its offset to a local time such as `2026-01-05T08:00:00`. */
export function withOffset(shown: string): string {
  const [day = '', time = ''] = shown.split('T')
  return `${shown}${toOffset(ahead(instantAt(day, time).getTime()) / MINUTE_MS)}`
}
