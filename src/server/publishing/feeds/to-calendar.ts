// Writes events as a calendar file (RFC 5545).

import { localTimeAt, steadyOffset, zoneName } from '#shared/formats/portal-time.ts'
export interface CalendarEntry {
  /** The same for the same event for ever. */
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly place: string
  readonly address: string
  readonly updatedAt: string
  /** `2026-03-01`, or a time with offset; both of one kind. */
  readonly from: string
  /** Last day, or end. */
  readonly to?: string
}

const DAY_MS = 86_400_000
/** RFC 5545 3.1, in octets, without the line break. */
const MAX_OCTETS = 75

/** In time zones with daylight saving time, times are written as UTC, which needs no rules. */
function toTimeZone(): string[] {
  const offset = steadyOffset()?.replace(':', '')
  if (offset === undefined) return []
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zoneName()}`,
    'BEGIN:STANDARD',
    'DTSTART:19920101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
}

export function toCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//equipnet//calendar//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${zoneName()}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...toTimeZone(),
    ...entries.flatMap(toEvent),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function toEvent(entry: CalendarEntry): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${toUtc(entry.updatedAt)}`,
    `LAST-MODIFIED:${toUtc(entry.updatedAt)}`,
    ...toSpan(entry),
    `SUMMARY:${escapeText(entry.title)}`,
    ...(entry.place ? [`LOCATION:${escapeText(entry.place)}`] : []),
    ...(entry.description ? [`DESCRIPTION:${escapeText(entry.description)}`] : []),
    `URL:${entry.address}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Days end with the day after, which is not in them any more; a time without an end is a moment. */
function toSpan({ from, to }: CalendarEntry): string[] {
  if (isDay(from)) {
    const last = to !== undefined && to > from ? to : from
    return [`DTSTART;VALUE=DATE:${toDay(from)}`, `DTEND;VALUE=DATE:${toDay(last, 1)}`]
  }
  const start = `DTSTART${toMoment(from)}`
  const hasEnd = to !== undefined && new Date(to) > new Date(from)
  return hasEnd ? [start, `DTEND${toMoment(to)}`] : [start]
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

const compact = (iso: string): string => iso.slice(0, 19).replace(/[-:]/g, '')
const toDay = (day: string, later = 0): string =>
  compact(new Date(new Date(`${day}T00:00:00Z`).getTime() + later * DAY_MS).toISOString()).slice(0, 8)
const toUtc = (time: string): string => `${compact(new Date(time).toISOString())}Z`
const toMoment = (time: string): string =>
  steadyOffset() === undefined
    ? `:${toUtc(time)}`
    : `;TZID=${zoneName()}:${compact(localTimeAt(new Date(time)))}`

/** RFC 5545 3.3.11; other control characters cannot be written at all. */
function escapeText(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, (one) => `\\${one}`)
      .replace(/\r\n?|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '')
  )
}

/** A line goes on after a break and a blank; no character is cut in two. */
function fold(line: string): string {
  const folded: string[] = []
  let part = ''
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > MAX_OCTETS) {
      folded.push(part)
      part = ' '
      octets = 1
    }
    part += letter
    octets += size
  }
  return [...folded, part].join('\r\n')
}
