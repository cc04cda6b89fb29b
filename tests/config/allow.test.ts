// Tests `$allow`: a file silences a code of a rule with a reason, and the check lists it.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { toSilencedList } from '#config/tools/problem-report.ts'
import { baseFiles, FORM_FILE, type Written } from './language-case.ts'

/** Without the warnings of the base, in which much is unused. */
async function check(change: (form: Written) => Written) {
  const files = await baseFiles()
  const base = checkConfiguration(files)
  const usual = new Set((base.ok ? base.warnings : []).map(({ slug }) => slug))
  files.set(FORM_FILE, JSON.stringify(change(JSON.parse(files.get(FORM_FILE) ?? '{}'))))
  const result = checkConfiguration(files)
  const all = result.ok ? result.warnings : result.problems
  const problems = all.filter(({ slug }) => !usual.has(slug))
  return { slugs: problems.map(({ slug }) => slug), silenced: result.silenced, problems }
}

const doubled = (form: Written) => ({ ...form, title: '请请填写' })

test('a silenced warning is not reported, and listed with its reason', async () => {
  const allowed = await check((form) => ({
    ...doubled(form),
    $allow: { code: 'word_doubled', why: '演示叠字' },
  }))
  expect((await check(doubled)).slugs).toEqual(['word_doubled'])
  expect(allowed.slugs).toEqual([])
  expect(allowed.silenced).toEqual([{ code: 'word_doubled', why: '演示叠字', file: FORM_FILE, count: 1 }])
  expect(toSilencedList(allowed.silenced)).toBe(
    '已停用的检查：\n  schemas/forms/trial.json word_doubled（1 处）：演示叠字',
  )
})

test('a rule that refuses is silenced too, among several', async () => {
  const wrong = (form: Written) => {
    form.fields.properties.note['x-help'] = '<b>注意</b>'
    return doubled(form)
  }
  const { slugs } = await check((form) => ({
    ...wrong(form),
    $allow: [
      { code: 'html_in_text', why: '该处原样显示' },
      { code: 'word_doubled', why: '演示叠字' },
    ],
  }))
  expect((await check(wrong)).slugs).toContain('html_in_text')
  expect(slugs).toEqual([])
})

test.each([
  ['an unknown code', 'allow_unknown', { code: 'word_doubledd', why: '演示叠字' }],
  ['a code that keeps a file from being compiled', 'allow_refused', { code: 'key_missing', why: '暂不填写' }],
  ['an entry that silences nothing', 'allow_idle', { code: 'word_forbidden', why: '沿用旧称呼' }],
  ['an empty reason', 'value_limit', { code: 'word_doubled', why: '' }],
])('%s is reported: %s', async (_, slug, $allow) => {
  const { slugs } = await check((form) => ({ ...form, $allow }))
  expect(slugs).toEqual([slug])
})

test('allow_unknown names the nearest code', async () => {
  const { problems } = await check((form) => ({
    ...form,
    $allow: { code: 'word_doubledd', why: '演示叠字' },
  }))
  expect(problems[0]?.nearest).toBe('word_doubled')
})
