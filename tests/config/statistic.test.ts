// Tests the check of chart sections: fields that their statistic groups by or sums up.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE, NOTE_FILE } from '../server/support/small-configuration.ts'
import { baseFiles, DETAIL_FILE } from './language-case.ts'

const STATISTIC = { at: 'GET /note/statistic', by: ['mood', 'createdAt'], of: ['budget'] }

async function check(section: Record<string, unknown>) {
  const files = new Map(await baseFiles())
  const note = JSON.parse(files.get(NOTE_FILE) ?? JSON.stringify(NOTE))
  files.set(
    NOTE_FILE,
    JSON.stringify({ ...note, endpoints: { ...note.endpoints, statistic: STATISTIC } }, null, 2),
  )
  const page = JSON.parse(files.get(DETAIL_FILE) ?? '{}')
  files.set(
    DETAIL_FILE,
    JSON.stringify({ ...page, aside: [{ source: 'note.statistic', ...section }] }, null, 2),
  )
  const result = checkConfiguration(files)
  return result.ok
    ? []
    : result.problems.map(({ slug, file, nearest }) => [slug, file === DETAIL_FILE, nearest ?? ''])
}

test.each([
  ['bars of codes', { widget: 'bar-chart', options: { field: 'mood' } }],
  ['bars of a number', { widget: 'bar-chart', options: { field: 'mood', of: 'budget', measure: 'average' } }],
  ['a line', { widget: 'line-chart', options: { field: 'createdAt', of: 'budget', last: 6 } }],
  ['figures', { widget: 'figures', options: { of: 'budget', measures: ['sum'], field: 'createdAt' } }],
])('a chart section over a statistic accepts %s', async (_, section) => {
  expect(await check(section)).toEqual([])
})

test.each([
  ['a list', { widget: 'bar-chart', source: 'note.list', options: { field: 'mood' } }, 'source_role', ''],
  ['what is not grouped by', { widget: 'bar-chart', options: { field: 'day' } }, 'statistic_by', ''],
  ['no field at all', { widget: 'bar-chart', options: { field: 'moode' } }, 'field_unknown', 'mood'],
  ['the way of what has no time', { widget: 'line-chart', options: { field: 'mood' } }, 'statistic_by', ''],
  [
    'what is not summed up',
    { widget: 'figures', options: { of: 'viewCount', measures: ['sum'] } },
    'statistic_of',
    '',
  ],
  [
    'an average of nothing',
    { widget: 'bar-chart', options: { field: 'mood', measure: 'average' } },
    'option_wrong',
    '',
  ],
])('a chart section over a statistic refuses %s', async (_, section, slug, nearest) => {
  expect(await check(section)).toEqual([[slug, true, nearest]])
})
