// Measures pages in a browser beside the same pages written by hand.
import type { Browser } from 'playwright-core'
import { buildLimits } from './build-limits.ts'
import { startFront } from './front.ts'
import { type FormFigures, measureForm } from './measure-form.ts'
import { timeToChange, visit } from './measure-page.ts'
import { openPage } from './open-page.ts'
import { newFolder } from './portal-process.ts'
import { type BenchRow, compared, median } from './statistics.ts'
import type { Venue } from './venue.ts'

export interface PageBenchOptions {
  readonly rounds: number
  /** One page and small forms: shows that everything runs. */
  readonly isSmoke: boolean
}

const SLOWDOWN = 4
const ENGINE_FORM = { field: 'form input', submit: 'button[type=submit]', error: '.eq-field-error' }
const LIMIT_FORM = {
  field: 'form input',
  submit: 'button[type=submit]',
  error: '.ant-form-item-explain-error',
}

interface Pair {
  readonly what: string
  readonly goal: number
  readonly subject: string
  readonly limit: string
  readonly subjectRow: string
  readonly limitRow: string
  readonly count: number
  /** How many times as many rounds, where both differ by less than one round scatters. */
  readonly repeats?: number
}

export async function benchPages(venue: Venue, { rounds, isSmoke }: PageBenchOptions): Promise<BenchRow[]> {
  const limits = newFolder()
  await buildLimits(limits.path, isSmoke)
  const portal = await venue.portal()
  const front = await startFront(limits.path, portal.url)
  const browser = await venue.browser()
  try {
    const first = (await (await fetch(`${portal.url}/newapi/demand/showlist?limit=1`)).json()) as {
      data: { list: { id: string }[] }
    }
    const id = first.data.list[0]?.id ?? ''
    const measurements = [
      () => lists(browser, front.url, id, { rounds, isSmoke }),
      () => nextPage(browser, front.url, { rounds, isSmoke }),
      () => forms(browser, front.url, { rounds, isSmoke }),
    ]
    // Where the figures do not matter, they need not wait for one another.
    if (isSmoke) return (await Promise.all(measurements.map((measure) => measure()))).flat()
    const rows: BenchRow[] = []
    for (const measure of measurements) rows.push(...(await measure()))
    return rows
  } finally {
    front.close()
    limits.remove()
  }
}

async function lists(
  browser: Browser,
  url: string,
  id: string,
  { rounds, isSmoke }: PageBenchOptions,
): Promise<BenchRow[]> {
  const list = (limit: number): Pair => ({
    what: `list page: first row, ${limit} rows`,
    goal: 0.8,
    subject: `${url}/#/needMore-page?size=${limit}`,
    limit: `${url}/limits/list.html#/?limit=${limit}`,
    subjectRow: 'table tbody tr',
    limitRow: '.ant-table-tbody tr.ant-table-row',
    count: limit,
  })
  /** The engine's own cost: no shell around either, and the same widgets in both. */
  const byHand = (limit: number): Pair => ({
    what: `list page: first row, ${limit} rows (limit: by hand, same widgets)`,
    goal: 1.05,
    subject: `${url}/limits/engine-list.html#/needMore-page?size=${limit}`,
    limit: `${url}/limits/own-list.html#/needMore-page?size=${limit}`,
    subjectRow: 'table tbody tr',
    limitRow: 'table tbody tr',
    count: limit,
    repeats: 5,
  })
  const pairs: Pair[] = [
    list(10),
    list(50),
    byHand(10),
    byHand(50),
    {
      what: 'detail page: first content',
      goal: 0.8,
      subject: `${url}/#/needDetail?id=${id}`,
      limit: `${url}/limits/detail.html#/?id=${id}`,
      subjectRow: 'main dl dd',
      limitRow: '.ant-descriptions',
      count: 1,
    },
    {
      what: 'zone page: first content',
      goal: 0.8,
      subject: `${url}/#/FloodZone`,
      limit: `${url}/limits/zone.html#/`,
      subjectRow: 'main section li a',
      limitRow: '.row a',
      count: 3,
    },
  ]
  const rows: BenchRow[] = []
  let listBytes = Number.NaN
  for (const pair of isSmoke ? pairs.slice(0, 1) : pairs) {
    const subjects: number[] = []
    const limits: number[] = []
    let bytes = { subject: 0, limit: 0 }
    const slowdown = isSmoke ? 1 : SLOWDOWN
    const visitLimit = () => visit(browser, pair.limit, pair.limitRow, pair.count, slowdown)
    const visitSubject = () => visit(browser, pair.subject, pair.subjectRow, pair.count, slowdown)
    for (let round = 0; round < rounds * (pair.repeats ?? 1); round++) {
      // In turns, so that neither always comes after the other.
      const isLimitFirst = round % 2 === 0
      const first = await (isLimitFirst ? visitLimit() : visitSubject())
      const second = await (isLimitFirst ? visitSubject() : visitLimit())
      const [limit, subject] = isLimitFirst ? [first, second] : [second, first]
      subjects.push(subject.shown)
      limits.push(limit.shown)
      bytes = { subject: subject.scriptBytes / 1024, limit: limit.scriptBytes / 1024 }
    }
    const ratios = subjects.map((shown, round) => shown / (limits[round] ?? Number.NaN))
    rows.push({
      ...compared(pair.what, 'ms', median(subjects), median(limits), { atMost: pair.goal }),
      // Of pairs taken one after the other: what slows the machine for a while slows both.
      ratio: median(ratios),
    })
    if (pair === pairs[0]) {
      listBytes = bytes.limit
      rows.push(
        compared('list page: JavaScript over the wire', 'KB', bytes.subject, bytes.limit, { atMost: 0.6 }),
      )
    }
  }
  if (!isSmoke) {
    const address = `${url}/limits/list.html#/`
    listBytes = (await visit(browser, address, '.ant-table-tbody tr.ant-table-row', 10, 1)).scriptBytes / 1024
  }
  const home = await visit(browser, `${url}/#/home-page`, 'main section li a', 3, 1)
  rows.push(
    compared(
      'home page: JavaScript over the wire (limit: the list)',
      'KB',
      home.scriptBytes / 1024,
      listBytes,
      { atMost: 0.6 },
    ),
  )
  return rows
}

async function nextPage(
  browser: Browser,
  url: string,
  { rounds, isSmoke }: PageBenchOptions,
): Promise<BenchRow[]> {
  const size = isSmoke ? 10 : 50
  const measure = async (address: string, row: string, next: string): Promise<number> => {
    const { page, session, close } = await openPage(browser)
    await page.goto(address)
    await page.waitForSelector(row)
    if (!isSmoke) await page.waitForTimeout(500)
    if (!isSmoke) await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const time = await timeToChange(page, row, next)
    await close()
    return time
  }
  const subjects: number[] = []
  const limits: number[] = []
  for (let round = 0; round < rounds; round++) {
    limits.push(
      await measure(
        `${url}/limits/list.html#/?limit=${size}`,
        '.ant-table-tbody tr.ant-table-row',
        '.ant-pagination-next button',
      ),
    )
    subjects.push(
      await measure(`${url}/#/needMore-page?size=${size}`, 'table tbody tr', '[aria-label="下一页"]'),
    )
  }
  return [
    compared(`list page: next page shown, ${size} rows`, 'ms', median(subjects), median(limits), {
      atMost: 1,
    }),
  ]
}

async function forms(
  browser: Browser,
  url: string,
  { rounds, isSmoke }: PageBenchOptions,
): Promise<BenchRow[]> {
  const keys = isSmoke ? 4 : undefined
  const collect = async (fields: number) => {
    const subjects: FormFigures[] = []
    const limits: FormFigures[] = []
    for (let round = 0; round < rounds; round++) {
      limits.push(await measureForm(browser, `${url}/limits/form.html`, fields, LIMIT_FORM, keys))
      subjects.push(await measureForm(browser, `${url}/limits/engine-form.html`, fields, ENGINE_FORM, keys))
    }
    const of = (figures: FormFigures[], key: keyof FormFigures) =>
      median(figures.map((figure) => figure[key]))
    return {
      subject: (key: keyof FormFigures) => of(subjects, key),
      limit: (key: keyof FormFigures) => of(limits, key),
    }
  }
  const sizes = isSmoke ? { small: 5, medium: 5, large: 5 } : { small: 20, medium: 40, large: 200 }
  const small = await collect(sizes.small)
  const medium = isSmoke ? small : await collect(sizes.medium)
  const large = isSmoke ? small : await collect(sizes.large)
  return [
    compared(
      `form: first field, ${sizes.medium} fields`,
      'ms',
      medium.subject('firstField'),
      medium.limit('firstField'),
      {
        atMost: 0.9,
      },
    ),
    compared(
      `form: first field, ${sizes.large} fields`,
      'ms',
      large.subject('firstField'),
      large.limit('firstField'),
      {
        atMost: 0.6,
      },
    ),
    compared(
      `form: CPU per key, ${sizes.medium} fields`,
      'ms',
      medium.subject('cpuPerKey'),
      medium.limit('cpuPerKey'),
      {
        atMost: 0.65,
      },
    ),
    compared(
      `form: CPU per key, ${sizes.large} fields`,
      'ms',
      large.subject('cpuPerKey'),
      large.limit('cpuPerKey'),
      {
        atMost: 0.5,
      },
    ),
    compared(
      `form: key to paint, ${sizes.large} fields`,
      'ms',
      large.subject('keyToPaint'),
      large.limit('keyToPaint'),
      {
        atMost: 1,
      },
    ),
    compared(
      `form: key to paint, ${sizes.large} fields (limit: ${sizes.small} fields)`,
      'ms',
      large.subject('keyToPaint'),
      small.subject('keyToPaint'),
      { atMost: 1.5 },
    ),
    compared(
      `form: CPU per key, ${sizes.large} fields (limit: ${sizes.small} fields)`,
      'ms',
      large.subject('cpuPerKey'),
      small.subject('cpuPerKey'),
      { atMost: 1.2 },
    ),
    compared(
      `form: submit until all errors show, ${sizes.large} fields`,
      'ms',
      large.subject('submit'),
      large.limit('submit'),
      { atMost: 0.3 },
    ),
  ]
}
