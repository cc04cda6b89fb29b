// Holds that every page of the configuration opens: its title, no error, no overflow, nothing inaccessible, no words of a program.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { loadConfiguration } from '../../src/config/load.ts'
import type { Model } from '../../src/shared/model.ts'
import type { Page } from '../../src/shared/page-model.ts'
import { isInAudience, ROLES, type Role } from '../../src/shared/roles.ts'
import { IS_LONG } from '../support/long-run.ts'
import { ROOT } from '../support/source-files.ts'
import { describeInBrowser } from './support/browser-test.ts'
import { findRawTexts, rawValuesOf } from './support/find-raw-text.ts'
import { findViolations } from './support/find-violations.ts'
import { onePerShape, representatives } from './support/page-shape.ts'
import { settle, type Visitor } from './support/visit.ts'

const loaded = await loadConfiguration(ROOT)
if (!loaded.ok) throw new Error(`the configuration is refused: ${loaded.problems[0]?.message}`)
const { model } = loaded

/** Who opens a page that not everybody may open: the first of these who may. */
const MEMBERS: readonly Role[] = ['unit', 'operator', ...ROLES]

function memberFor({ access, id }: Page): Role | null {
  if (access.includes('anyone')) return null
  const found = MEMBERS.find((role) => isInAudience({ id: 'x', role }, access))
  if (!found) throw new Error(`no demo account may open ${id}`)
  return found
}

const RAW_VALUES = rawValuesOf(model)

/** Pages that are files; the others are made from content types, and differ in nothing but their fields. */
function isWritten({ id }: Page): boolean {
  return id.startsWith('zones/') || existsSync(join(ROOT, 'pages-config', `${id}.json`))
}

const written = model.pages.filter(isWritten)
const made = model.pages.filter((page) => !isWritten(page))
const opened = IS_LONG ? model.pages : [...written, ...onePerShape(made)]
/** Pages that together show everything that any page shows: axe looks at these, once for each class of width. */
const examined = new Set(IS_LONG ? model.pages : [...representatives(written), ...representatives(made)])
const CLASS_WIDTHS: readonly number[] = [1440, 390]

/** List of the type that an info call belongs to; an edit page wants an item of one's own. */
function listOf({ operations }: Model, page: Page): string | undefined {
  const source = 'source' in page ? page.source : page.kind === 'form' ? page.load : undefined
  const type = operations.find(({ id }) => id === source?.operation)?.content?.type
  const lists = operations.filter(({ content }) => content?.type === type && content?.action === 'list')
  const asked = memberFor(page) === 'operator' ? lists.at(-1) : lists[0]
  const isOwn = page.kind === 'form' && memberFor(page) !== 'operator'
  return asked && `${asked.path}?limit=1${isOwn ? '&mine=true' : ''}`
}

describeInBrowser('pages', (stage) => {
  const ids = new Map<string, string>()
  const members = new Map<Role | null, Visitor>()

  beforeAll(async () => {
    const { url } = stage.portal
    members.set(null, await stage.visit())
    for (const role of new Set(model.pages.map(memberFor))) {
      if (role === null) continue
      const visitor = await stage.visit()
      await visitor.signIn(`demo-${role}`)
      members.set(role, visitor)
    }
    for (const page of model.pages) {
      const list = page.params.id?.required ? listOf(model, page) : undefined
      if (!list) continue
      const cookies = await members.get(memberFor(page))?.context.cookies()
      const token = cookies?.find(({ name }) => name === 'equipnet-token')?.value ?? ''
      const found = await fetch(`${url}${list}`, { headers: { token } })
      const { data } = (await found.json()) as { data: { list: { id: string }[] } }
      ids.set(page.id, data.list[0]?.id ?? '')
    }
  }, 180_000)

  /** What shows an item is called by it, cut where it is long. */
  async function nameOf({ page }: Visitor, { kind, title }: Page): Promise<string> {
    if (kind !== 'detail') return title
    return ((await page.locator('main h1').first().textContent()) ?? '').slice(0, 25)
  }

  async function check(visitor: Visitor, wanted: Page, width: number) {
    const { page, problems } = visitor
    const { path, shell, trail, titleBar } = wanted
    const isExamined = examined.has(wanted) && (IS_LONG || CLASS_WIDTHS.includes(width))
    const title = await nameOf(visitor, wanted)
    expect(await page.title()).toMatch(/^.+ - 应急装备信息网$/)
    expect(await page.title()).toContain(title)
    if (shell === 'site' && (titleBar || trail.length > 1))
      expect(await page.locator('.eq-title-bar > .eq-back').count(), 'TTL-01 返回').toBe(1)
    expect(page.url()).toContain(path.split('/:')[0])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `wider than the screen of ${width} px`).toBeLessThanOrEqual(0)
    if (shell === 'site' && path !== '/home-page')
      expect(await page.getByRole('navigation', { name: '当前位置' }).textContent()).toContain(title)
    if (isExamined) expect(await findViolations(page), `axe at ${width} px`).toEqual([])
    expect(await findRawTexts(page, RAW_VALUES), 'words of a program').toEqual([])
    expect(problems).toEqual([])
  }

  test.concurrent.each(opened.map((page) => [page.path, page] as const))('NAV-02 %s', async (_, page) => {
    const id = ids.get(page.id)
    const route = `${page.path.replace(/\/:\w+\?/g, '')}${id === undefined ? '' : `?id=${id}`}`
    const within = members.get(memberFor(page))?.context
    if (!within) throw new Error('nobody is signed in')
    const visitor = await stage.visit({ within })
    await visitor.go(route)
    await check(visitor, page, 1440)
    for (const width of isWritten(page) ? [768, 390] : [390]) {
      await visitor.page.setViewportSize({ width, height: 900 })
      if (width === 390 && isWritten(page)) {
        // A phone loads the page afresh; otherwise it is the window made narrower.
        await visitor.page.goto('about:blank')
        await visitor.go(route)
      } else await settle(visitor.page)
      await check(visitor, page, width)
    }
    await visitor.close()
  })
})
