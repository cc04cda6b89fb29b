// Tests that rules which guess from words refuse no honest wording.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../server/support/small-configuration.ts'

const NOTICE_FILE = 'schemas/notices/thanks.json'

/** Codes of rules that guess from words. */
const GUESSES = [
  'days_turned',
  'notice_about',
  'notice_addressed',
  'date_reversed',
  'help_limit',
  'example_refused',
]

async function check(note: object, properties: object = {}, notice?: object) {
  const files = await smallFiles()
  const fields = { ...NOTE.fields, properties: { ...NOTE.fields.properties, ...properties } }
  files.set(NOTE_FILE, JSON.stringify({ ...NOTE, fields, ...note }))
  if (notice) files.set(NOTICE_FILE, JSON.stringify({ $schema: '../config/notice.schema.json', ...notice }))
  const result = checkConfiguration(files)
  const problems = result.ok ? result.warnings : result.problems
  return { ok: result.ok || problems, guesses: problems.filter(({ slug }) => GUESSES.includes(slug)) }
}

test('“最迟几天内交付” counts the days that are left', async () => {
  const computed = { left: { title: '最迟几天内交付', value: { days: ['today', 'item.day'] } } }
  expect(await check({ computed })).toEqual({ ok: true, guesses: [] })
})

test('“感谢您的反馈” is no notice of an item of the reader', async () => {
  const events = { add: [{ notify: 'thanks', to: ['operator'] }] }
  const notice = { title: '感谢您的反馈', text: '收到一条新的反馈。', kind: '1' }
  expect(await check({ title: '意见反馈', events }, {}, notice)).toEqual({ ok: true, guesses: [] })
})

test('“您的反馈” to somebody else is warned of, and not refused', async () => {
  const events = { add: [{ notify: 'thanks', to: ['operator'] }] }
  const notice = { title: '收到反馈', text: '您的反馈已收到。', kind: '1' }
  const { ok, guesses } = await check({ title: '意见反馈', events }, {}, notice)
  expect(ok).toBe(true)
  expect(guesses).toMatchObject([{ slug: 'notice_addressed', severity: 'warning' }])
})

test('“开工日期” may lie after “截止日期”', async () => {
  const date = { type: 'string', format: 'date' }
  const { ok, guesses } = await check(
    {},
    {
      until: { ...date, title: '截止日期' },
      begin: { ...date, title: '开工日期', 'x-date': { after: 'form.until' } },
    },
  )
  expect({ ok, guesses }).toEqual({ ok: true, guesses: [] })
})

test('a limit that a help text names for another text is not that of the field', async () => {
  const summary = {
    type: 'string',
    title: '摘要',
    maxLength: 300,
    'x-help': '方案内容不超过 500 字的可以不写摘要',
  }
  expect(await check({}, { summary })).toEqual({ ok: true, guesses: [] })
})
