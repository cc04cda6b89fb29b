// Tests the portal time zone: local times, days and offsets, with and without daylight saving.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dailyAt } from '#server/platform/scheduler/task.ts'
import { resolveDate } from '#shared/formats/date-offset.ts'
import {
  dayAt,
  findZone,
  instantAt,
  localTimeAt,
  setZone,
  steadyOffset,
  USUAL_ZONE,
  withOffset,
} from '#shared/formats/portal-time.ts'
import { todayAt } from '#shared/validation/date-bound.ts'

const use = (name: string) => {
  const zone = findZone(name)
  if (!zone) throw new Error(name)
  setZone(zone)
}
afterAll(() => setZone(USUAL_ZONE))

test.each([
  ['Asia/Shanghai', '2026-03-05T17:30:00Z', '2026-03-06T01:30:00', '+08:00'],
  ['Asia/Urumqi', '2026-03-05T17:30:00Z', '2026-03-05T23:30:00', '+06:00'],
  ['Asia/Kathmandu', '2026-12-31T18:20:00Z', '2027-01-01T00:05:00', '+05:45'],
  ['Pacific/Marquesas', '2027-01-01T00:00:00Z', '2026-12-31T14:30:00', '-09:30'],
  ['UTC', '2026-03-05T17:30:00Z', '2026-03-05T17:30:00', '+00:00'],
])('portal time in %s converts an instant to local time and back', (zone, instant, clock, offset) => {
  use(zone)
  const at = new Date(instant)
  const [day = '', time] = clock.split('T')
  expect([localTimeAt(at), dayAt(at), todayAt(at), steadyOffset()]).toEqual([clock, day, day, offset])
  expect(instantAt(day, time)).toEqual(at)
  expect(withOffset(clock)).toBe(`${clock}${offset}`)
  expect(dayAt(at, 1) < day).toBe(true)
})

describe('portal time in a zone with daylight saving', () => {
  beforeEach(() => use('Europe/Berlin'))

  test.each([
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59', '+01:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00', '+02:00'],
    ['2026-07-01T22:00:00Z', '2026-07-02T00:00:00', '+02:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00', '+01:00'],
    ['2026-12-31T23:00:00Z', '2027-01-01T00:00:00', '+01:00'],
  ])('converts %s to local time and back', (instant, clock, offset) => {
    const at = new Date(instant)
    const [day = '', time] = clock.split('T')
    expect([localTimeAt(at), dayAt(at)]).toEqual([clock, day])
    expect(instantAt(day, time)).toEqual(at)
    expect(withOffset(clock)).toBe(`${clock}${offset}`)
  })

  test('has no offset for the whole year', () => expect(steadyOffset()).toBeUndefined())

  test('keeps the local hour of a daily task across a clock change', () => {
    const at = dailyAt(8)
    expect(at(new Date('2026-03-28T10:00:00Z')).toISOString()).toBe('2026-03-29T06:00:00.000Z')
    expect(at(new Date('2026-10-24T10:00:00Z')).toISOString()).toBe('2026-10-25T07:00:00.000Z')
  })

  test('resolves the relative date-time @+1d to 09:00 local time', () => {
    const now = new Date('2026-03-28T23:30:00Z')
    expect(resolveDate({ type: 'date-time' } as never, '@+1d', now)).toBe('2026-03-30T07:00:00.000Z')
  })
})

test('instantAt and withOffset keep an invalid date invalid', () => {
  for (const zone of ['Asia/Shanghai', 'Europe/Berlin']) {
    use(zone)
    expect(Number.isNaN(instantAt('2026-02-45').getTime())).toBe(true)
    expect(Number.isNaN(Date.parse(withOffset('2026-13-01T10:00:00')))).toBe(true)
  }
})

test.each(['Asia/Nowhere', '北京', ''])('findZone returns null for the unknown zone %o', (name) => {
  expect(findZone(name)).toBeNull()
})
