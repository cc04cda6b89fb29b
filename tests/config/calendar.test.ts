// Tests checks of `calendar` and `feed`: dates of events, lists with a subscription.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE, NOTE_FILE } from '../server/support/small-configuration.ts'
import { baseFiles, LIST_FILE, type Written } from './language-case.ts'

const FIELDS = {
  startDate: { type: 'string', title: '开始日期', format: 'date' },
  endTime: { type: 'string', title: '结束时间', format: 'date-time' },
  place: { type: 'string', title: '地点', maxLength: 20 },
  lastDate: { type: 'string', title: '结束日期', format: 'date', 'x-date': { notBefore: 'form.startDate' } },
  hidden: { type: 'string', title: '内部日期', format: 'date', 'x-visible': ['operator'] },
}

async function compile(calendar: unknown, change: (page: Written) => unknown = () => undefined) {
  const files = await baseFiles()
  const type = JSON.parse(files.get(NOTE_FILE) ?? '{}') as Written
  Object.assign(type.fields.properties, FIELDS)
  if (calendar) type.calendar = calendar
  const page = JSON.parse(files.get(LIST_FILE) ?? '{}') as Written
  change(page)
  return checkConfiguration(files.set(NOTE_FILE, JSON.stringify(type)).set(LIST_FILE, JSON.stringify(page)))
}

const slugs = async (calendar: unknown) => {
  const result = await compile(calendar)
  return result.ok ? [] : result.problems.map(({ slug, found }) => [slug, found])
}

const feed = async (calendar: unknown, change?: (page: Written) => unknown) => {
  const result = await compile(calendar, change)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  const page = result.model.pages.find(({ id }) => id === 'note/list')
  return page?.kind === 'list' ? page.feed : null
}

describe('"calendar" of a content type', () => {
  test('accepts public dates with a location field', async () => {
    expect(
      await slugs([
        { from: 'startDate', place: ['place'] },
        { title: '截止', from: 'endTime' },
      ]),
    ).toEqual([])
  })

  test.each([
    [[{ from: 'startDtae' }], ['field_unknown', 'startDtae']],
    [[{ from: 'title' }], ['calendar_field', 'text']],
    [[{ from: 'hidden' }], ['calendar_private', 'hidden']],
    [[{ from: 'startDate', to: 'endTime' }], ['calendar_field', 'date-time']],
    [[{ from: 'lastDate', to: 'startDate' }], ['calendar_order', 'lastDate']],
    [[{ from: 'startDate', place: ['budget'] }], ['calendar_field', 'number']],
  ])('refuses %j', async (calendar, problem) => {
    expect(await slugs(calendar)).toContainEqual(problem)
  })
})

describe('feed of a list', () => {
  test('is offered, with a calendar when the content type declares one', async () => {
    expect(await feed(undefined)).toEqual({})
    expect(await feed([{ from: 'startDate' }])).toEqual({ calendar: true })
  })

  test.each<[string, (page: Written) => unknown]>([
    ['that says so', (page) => Object.assign(page, { feed: false })],
    ['of those who signed in', (page) => Object.assign(page, { access: ['registered'] })],
    [
      'that asks for something first',
      (page) => Object.assign(page, { params: { mood: { required: true } } }),
    ],
    ['whose items have no page', (page) => delete page.open],
  ])('is not offered for a list %s', async (_, change) => {
    const result = await compile(undefined, change)
    const pages = result.ok ? result.model.pages : []
    expect(pages.filter((page) => page.kind === 'list' && page.id === 'note/list' && page.feed)).toEqual([])
    if (!result.ok) expect(result.problems.map(({ slug }) => slug)).not.toContain('unknown_key')
  })
})

test('the small configuration has the field budget that the cases refer to', () => {
  expect(Object.keys(NOTE.fields.properties)).toContain('budget')
})
