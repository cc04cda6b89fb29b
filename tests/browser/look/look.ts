// Provides looking at the portal's pages: takes pictures of those that `tests/browser/look/pages.json` names, at three widths, and measures them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../support/launch-browser.ts'
import { visit } from '../support/visit.ts'
import { lookAt, type Measures, watchPaint } from './measure.ts'

interface LookedAt {
  readonly name: string
  readonly path: string
  readonly user?: string
  /** A call that lists; the first of its items fills `{id}` of the path. */
  readonly firstOf?: string
  /** Shows things of several kinds, so that nearly every picture is to be distinct. */
  readonly mixed?: boolean
}

const WIDTHS = [1440, 768, 390]
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    out: { type: 'string', default: 'data/look' },
    only: { type: 'string' },
    widths: { type: 'string', default: WIDTHS.join(',') },
    password: { type: 'string' },
    dark: { type: 'boolean', default: false },
  },
})
const pages = (
  JSON.parse(readFileSync('tests/browser/look/pages.json', 'utf8')) as readonly LookedAt[]
).filter(({ name }) => values.only === undefined || values.only.split(',').includes(name))

async function addressOf({ path, firstOf }: LookedAt): Promise<string> {
  if (firstOf === undefined) return path
  const answer = await fetch(`${values.url}/newapi${firstOf}?limit=1`)
  const { data } = (await answer.json()) as {
    readonly data: { readonly list: readonly { readonly id: string }[] }
  }
  return path.replace('{id}', data.list[0]?.id ?? '')
}

mkdirSync(values.out, { recursive: true })
const browser = await launchBrowser()
const measured: (Measures & { readonly page: string; readonly width: number })[] = []
for (const width of values.widths.split(',').map(Number))
  for (const looked of pages) {
    const { name, user } = looked
    const visitor = await visit(browser, values.url, { width, height: width < 500 ? 844 : 900 })
    await visitor.context.addInitScript('globalThis.__name = (it) => it')
    await visitor.page.addInitScript(watchPaint)
    if (values.dark) await visitor.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    if (user) await visitor.signIn(user, values.password)
    await visitor.goAfresh(await addressOf(looked))
    const { measures, png } = await lookAt(visitor.page)
    measured.push({ page: name, width, ...measures })
    writeFileSync(join(values.out, `${name}-${width}.png`), png)
    await visitor.close()
  }
await browser.close()
writeFileSync(join(values.out, 'measures.json'), `${JSON.stringify(measured, null, 2)}\n`)
console.table(
  measured.map(({ page, width, pictures, distinct, ...rest }) => ({
    page,
    width,
    ...rest,
    distinct: pictures === 0 ? '—' : `${distinct}/${pictures} = ${(distinct / pictures).toFixed(2)}`,
  })),
)
