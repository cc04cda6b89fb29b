// Lists cases of samples that break the rules between fields.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

type Row = Record<string, unknown>

const FILES = portalFiles()

/** The configuration with a change to the first sample of a type. */
function check(type: string, change: Row) {
  const file = `schemas/samples/${type}.json`
  const samples = JSON.parse(FILES.get(file) ?? '') as { items: Row[] }
  Object.assign(samples.items[0] as Row, change)
  const result = checkConfiguration(new Map(FILES).set(file, JSON.stringify(samples)))
  return result.ok ? [] : result.problems.map(({ slug, message }) => ({ slug, message }))
}

test.each<[string, string, Row, string | undefined, string?]>([
  [
    'an end before its beginning',
    'law',
    { publishDate: '2025-05-02', effectiveDate: '2025-05-01' },
    'sample_rule',
    '施行日期不能早于公布日期',
  ],
  [
    'the same as offsets',
    'law',
    { publishDate: '@-7d', effectiveDate: '@-9d' },
    'sample_rule',
    '施行日期不能早于公布日期',
  ],
  ['an end on the first day', 'law', { publishDate: '@-9d', effectiveDate: '@-9d' }, undefined],
  [
    'a mixture, which depends on the day',
    'law',
    { publishDate: '2025-05-02', effectiveDate: '@-3000d' },
    undefined,
  ],
  [
    'a deadline that had passed when it was published',
    'demand',
    { deadline: '@-9d', _publishedDaysAgo: 3 },
    'sample_rule',
    '不能早于今天',
  ],
  ['a deadline that has passed since', 'demand', { deadline: '@-2d', _publishedDaysAgo: 9 }, undefined],
  ['a fixed deadline, which will pass', 'demand', { deadline: '2099-01-01' }, 'sample_date_fixed', '@+20d'],
  ['a fixed day in the past', 'company', { foundDate: '1999-01-01' }, undefined],
  [
    'a deadline of a notice that is asked for none',
    'bidding',
    { biddingContentType: '9', bidDeadline: '@-90d', openTime: '@-90d' },
    undefined,
  ],
])(
  'the check reports a sample against the rules of its form: %s',
  (_name, type, change, slug, words = '') => {
    const problems = check(type, change)
    if (slug === undefined) expect(problems).toEqual([])
    else expect(problems).toContainEqual({ slug, message: expect.stringContaining(words) })
  },
)
