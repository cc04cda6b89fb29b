// Tests the escaping of XML and the folding of calendars with hostile texts.
import { expect, test } from 'vitest'
import { readXml } from '#server/platform/xml/read-xml.ts'
import { escapeXml, node, writeXml } from '#server/platform/xml/write-xml.ts'
import { toCalendar } from '#server/publishing/feeds/to-calendar.ts'

test.each([
  ['marks', `<a href="x">&'</a>`, `<a href="x">&'</a>`],
  ['the end of CDATA', ']]>', ']]>'],
  ['a carriage return', 'a\r\nb', 'a\r\nb'],
  ['what no document may hold', 'a\u0000\u0008\u000b\ufffeb', 'ab'],
  ['half a pair', 'a\ud800b\udc00c', 'abc'],
  ['a whole pair', '消防车🚒', '消防车🚒'],
])('writeXml escapes %s, and readXml returns the expected text', (_, text, kept) => {
  const { attributes, children } = readXml(
    writeXml(node('a', { said: text.replace(/[\r\n]/g, ' ') }, node('b', {}, text))),
  )
  expect(children[0]?.text).toBe(kept)
  expect(attributes.said).toBe(kept.replace(/[\r\n]/g, ' '))
})

test('escapeXml escapes the ampersand of an entity reference once', () => {
  expect(escapeXml('&amp;')).toBe('&amp;amp;')
})

const EVENT = {
  uid: '1@x',
  title: '题',
  description: '',
  place: '',
  address: 'https://portal.example/a?b=1',
  updatedAt: '2026-01-02T03:04:05.000Z',
}

test.each(['短', '消防'.repeat(60), '🚒'.repeat(40), 'a'.repeat(200), `${'a'.repeat(66)}中`])(
  'toCalendar folds %j without cutting a character',
  (title) => {
    const text = toCalendar('日历', [{ ...EVENT, title, from: '2026-02-28' }])
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
    }
    expect(text.replaceAll('\r\n ', '')).toContain(`\r\nSUMMARY:${title}\r\n`)
  },
)

test.each([
  ['2026-02-28', undefined, ['DTSTART;VALUE=DATE:20260228', 'DTEND;VALUE=DATE:20260301']],
  ['2026-02-28', '2026-02-01', ['DTSTART;VALUE=DATE:20260228', 'DTEND;VALUE=DATE:20260301']],
  ['2026-12-31T20:00:00Z', undefined, ['DTSTART;TZID=Asia/Shanghai:20270101T040000']],
  [
    '2026-01-01T00:00:00+08:00',
    '2026-01-01T02:00:00+08:00',
    ['DTSTART;TZID=Asia/Shanghai:20260101T000000', 'DTEND;TZID=Asia/Shanghai:20260101T020000'],
  ],
])('toCalendar writes DTSTART and DTEND of an event from %s to %s', (from, to, lines) => {
  const text = toCalendar('日历', [{ ...EVENT, from, ...(to ? { to } : {}) }])
  expect(text.split('\r\n').filter((line) => /^DT(START|END)[;:]\w+=/.test(line))).toEqual(lines)
})
