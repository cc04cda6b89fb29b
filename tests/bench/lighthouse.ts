// Provides `npm run lighthouse`: what Lighthouse says of the portal's pages, on a phone and on a desktop, beside pages written by hand.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { buildLimits } from './build-limits.ts'
import { startFront } from './front.ts'
import { newData, newFolder, startPortal } from './portal-process.ts'
import { median } from './statistics.ts'

/** The last that runs on Node 20. Fetched by npm when it is asked for: no part of the product needs it. */
const PACKAGE = 'lighthouse@12.8.2'
const CATEGORIES = ['accessibility', 'best-practices', 'seo', 'performance'] as const
type Category = (typeof CATEGORIES)[number]
const LEAST = 95
const TITLES: Readonly<Record<Category, string>> = {
  accessibility: '无障碍',
  'best-practices': '最佳做法',
  seo: '搜索优化',
  performance: '性能',
}
const DEVICES = ['mobile', 'desktop'] as const

interface Subject {
  readonly name: string
  readonly path: string
  /** The page by hand that shows the most alike. */
  readonly limit: 'list' | 'detail' | 'zone'
}

interface Report {
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly title: string
        readonly score: number | null
        readonly numericValue?: number
        readonly scoreDisplayMode: string
      }
    >
  >
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    url: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

/** A machine that is busy with something else may not paint in time: a page is asked once more then. */
async function judge(...asked: Parameters<typeof ask>): Promise<Report> {
  try {
    return await ask(...asked)
  } catch (error) {
    if (!String(error).includes('NO_FCP')) throw error
    return await ask(...asked)
  }
}

async function ask(
  url: string,
  device: (typeof DEVICES)[number],
  categories: readonly Category[],
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'equipnet-lighthouse-'))
  const file = join(folder, 'report.json')
  const flags = [
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categories.join(',')}`,
    '--chrome-flags=--headless --no-sandbox --disable-gpu --disable-dev-shm-usage',
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const command = ['exec', '--yes', `--package=${PACKAGE}`, '--', 'lighthouse', ...flags]
  const env = { ...process.env, CHROME_PATH: findChromium() ?? '' }
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn('npm', command, { env, stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      child.stderr.on('data', (part) => {
        said += part
      })
      child.once('error', reject)
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(said.slice(-2000)))))
    })
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const scoreOf = ({ categories }: Report, category: Category): number =>
  Math.round((categories[category]?.score ?? 0) * 100)

const failedIn = ({ audits }: Report): string[] =>
  Object.entries(audits)
    .filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score === 0)
    .map(([id, { title }]) => `${id}：${title}`)

async function firstOf(url: string, path: string): Promise<string> {
  const answer = (await (await fetch(`${url}${path}`)).json()) as { data: { list: { id: string }[] } }
  return answer.data.list[0]?.id ?? ''
}

async function run(portal: string, front: string): Promise<number> {
  const id = await firstOf(portal, '/newapi/demand/showlist?limit=1')
  const subjects: readonly Subject[] = [
    { name: 'home', path: '/#/home-page', limit: 'list' },
    { name: 'list', path: '/#/demandDocking-page', limit: 'list' },
    { name: 'detail', path: `/#/needDetail?id=${id}`, limit: 'detail' },
    { name: 'zone', path: '/#/FloodZone', limit: 'zone' },
    { name: 'search', path: `/#/homePageSearch?keyWord=${encodeURIComponent('排水')}`, limit: 'list' },
  ]
  const wanted = subjects.filter(({ name }) => !values.only || values.only.split(',').includes(name))
  let missed = 0
  for (const device of DEVICES)
    for (const { name, path, limit } of wanted) {
      const [own, byHand]: [Report[], Report[]] = [[], []]
      for (let round = 0; round < Number(values.rounds); round += 1) {
        byHand.push(await judge(`${front}/limits/${limit}.html#/?id=${id}`, device, ['performance']))
        own.push(await judge(`${front}${path}`, device, CATEGORIES))
      }
      const of = (reports: Report[], category: Category) =>
        median(reports.map((one) => scoreOf(one, category)))
      const hand = of(byHand, 'performance')
      const scores = Object.fromEntries(CATEGORIES.map((category) => [category, of(own, category)]))
      const isMissed = CATEGORIES.some((category) =>
        category === 'performance' ? (scores[category] ?? 0) < hand : (scores[category] ?? 0) < LEAST,
      )
      if (isMissed) missed += 1
      const timing = (reports: Report[], audit: string) =>
        Math.round(median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)))
      const row = {
        device,
        page: name,
        ...scores,
        byHand: hand,
        lcp: timing(own, 'largest-contentful-paint'),
        lcpByHand: timing(byHand, 'largest-contentful-paint'),
      }
      if (values.json) console.log(JSON.stringify(row))
      else {
        const said = CATEGORIES.map((category) => `${TITLES[category]} ${scores[category]}`).join('  ')
        console.log(
          `${isMissed ? '未达标' : '达标  '}  ${device.padEnd(7)} ${name.padEnd(6)}  ${said}（手写 ${hand}）  LCP ${row.lcp} ms（手写 ${row.lcpByHand}）`,
        )
        for (const failed of new Set(own.flatMap(failedIn))) console.log(`          ${failed}`)
      }
    }
  return missed
}

const limits = newFolder()
const data = newData()
await buildLimits(limits.path, false)
const portal = values.url ? undefined : await startPortal({ DATA_DIR: data.path })
const url = values.url ?? portal?.url ?? ''
const front = await startFront(limits.path, url)
try {
  process.exitCode = (await run(url, front.url)) > 0 ? 1 : 0
} finally {
  front.close()
  await portal?.stop()
  limits.remove()
  data.remove()
}
