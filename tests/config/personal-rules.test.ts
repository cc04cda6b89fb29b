// Tests the check of personal data: what looks personal and is not marked, and retention that never begins.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE_FILE } from '../server/support/small-configuration.ts'
import { baseFiles, LIFECYCLE_FILE, type Written } from './language-case.ts'

async function check(change: (note: Written, lifecycle: Written) => void) {
  const files = await baseFiles()
  const [note, lifecycle] = [NOTE_FILE, LIFECYCLE_FILE].map((path) => JSON.parse(files.get(path) ?? ''))
  change(note, lifecycle)
  files.set(NOTE_FILE, JSON.stringify(note, null, 2))
  files.set(LIFECYCLE_FILE, JSON.stringify(lifecycle, null, 2))
  const result = checkConfiguration(files)
  const problems = result.ok ? result.warnings : result.problems
  return problems.filter(({ file }) => file === NOTE_FILE).map(({ slug }) => slug)
}

const field =
  (written: object) =>
  ({ fields }: Written) => {
    fields.properties.trial = { type: 'string', title: '某项', maxLength: 60, ...written }
  }

test.each([
  ['a name', { title: '来访者姓名' }],
  ['an address of correspondence', { title: '通信地址' }],
  ['a contact', { title: '联系方式' }],
  ['a date of birth', { title: '出生日期', format: 'date' }],
  ['a number of a paper', { title: '证件号码' }],
])('a field that looks like %s is reported while it is not marked', async (_what, written) => {
  expect(await check(field(written))).toContain('personal_unmarked')
  for (const mark of [true, false, { purpose: '回访' }])
    expect(await check(field({ ...written, 'x-personal': mark }))).not.toContain('personal_unmarked')
})

test.each([
  ['a name of a unit', { title: '单位名称' }],
  ['an address of a unit', { title: '单位地址' }],
  ['a kind of paper', { title: '证件号码类型' }],
  ['an author of a book', { title: '作者' }],
  [
    'a mobile number, which its format marks',
    { title: '联系手机', format: 'mobile', 'x-visible': ['owner', 'operator'] },
  ],
])('a field for %s is not reported', async (_what, written) => {
  expect(await check(field(written))).not.toContain('personal_unmarked')
})

test('a retention that no state can begin is reported, and is not once it names a state', async () => {
  const neverEnds = (states?: readonly string[]) => (note: Written, lifecycle: Written) => {
    note.personal = { purpose: '回访', retention: { days: 30, ...(states ? { states } : {}) } }
    delete lifecycle.states.deleted.gone
  }
  expect(await check(neverEnds())).toContain('retention_never')
  expect(await check(neverEnds(['deleted']))).not.toContain('retention_never')
})
