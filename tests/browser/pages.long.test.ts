// Tests that every page of the configuration opens: title, accessibility, overflow, content, links.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page as Tab } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { isInAudience, type Role } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Page } from '#shared/model/page-model.ts'
import { CONTENT_ROUTES } from '../portal-content/configuration/content-routes.ts'
import { IS_LONG, someOf } from '../support/long-run.ts'
import { model } from '../support/portal-model.ts'
import { askerAs, ROLES } from '../support/roles.ts'
import { ROOT } from '../support/source-files.ts'
import { describeInBrowser } from './support/browser-test.ts'
import { type FoundLinks, findDeadLinks, findMissingPictures, onePerKind } from './support/dead-links.ts'
import { findRawTexts, rawValuesOf } from './support/find-raw-text.ts'
import { findViolations, SHELL } from './support/find-violations.ts'
import { representatives } from './support/page-shape.ts'
import { settle, type Visitor } from './support/visit.ts'

/** Who opens a page that not everybody may open: the first of these who may. */
const MEMBERS: readonly Role[] = ['unit', 'operator', ...ROLES]

function memberFor({ access, id }: Page): Role | null {
  if (access.includes('anyone')) return null
  const found = MEMBERS.find((role) => isInAudience(askerAs(role, 'x'), access))
  if (!found) throw new Error(`no demo account may open ${id}`)
  return found
}

const RAW_VALUES = rawValuesOf(model)

/** Pages that are files; the others are made from content types, and differ in nothing but their fields. */
function isWritten({ id }: Page): boolean {
  return id.startsWith('zones/') || existsSync(join(ROOT, 'pages-config', `${id}.json`))
}

/** What stands on these was sent to one person, and there are no samples of it. */
const SENT = ['message/letter', 'message/notice']

const written = model.pages.filter((page) => isWritten(page) && !SENT.includes(page.id))
const made = model.pages.filter((page) => !isWritten(page))
/** Of made pages those that together show all that any of them shows, be it examined on a written one. */
const shown = representatives(made)

const TITLES = new Map(CONTENT_ROUTES)
const isOpened = (page: Page) => shown.has(page) || TITLES.has(page.path)
/** Pages that together show everything that any page shows: axe looks at these, once for each class of width. */
const examined = new Set(IS_LONG ? model.pages : representatives([...written, ...made], isOpened))
/** What these show, an examined page shows too; that they can be read at all is proven by some of them. */
const others = written.filter((page) => !examined.has(page) && !TITLES.has(page.path))
const some = new Set(someOf(others, 2))
const opened = model.pages.filter((page) => examined.has(page) || isOpened(page) || some.has(page))
/** One of each kind is loaded afresh, on the computer and on the phone; the others are reached as a reader does. */
const fresh = new Set(
  IS_LONG ? model.pages : new Map([...examined].map((page) => [page.kind, page])).values(),
)
const CLASS_WIDTHS: readonly number[] = [1440, 390]
/** All that a page shows is shown by an examined one at every width; the others are opened where room is short. */
const widthsFor = (page: Page) => (examined.has(page) ? [1440, 768, 390] : [390])

/** The type that the page's info call belongs to. */
function typeOf({ operations, contentTypes }: Model, page: Page): ContentType | undefined {
  const source = 'source' in page ? page.source : page.kind === 'form' ? page.load : undefined
  const name = operations.find(({ id }) => id === source?.operation)?.content?.type
  return contentTypes.find((type) => type.name === name)
}

/** List of that type; an edit page wants an item of one's own. */
function listOf(of: Model, page: Page): string | undefined {
  const type = typeOf(of, page)?.name
  const member = memberFor(page)
  const asker = member === null ? null : askerAs(member, 'x')
  const listsBy = (action: string) =>
    of.operations.filter(
      ({ content, access }) =>
        content?.type === type && content?.action === action && isInAudience(asker, access),
    )
  const open = listsBy('list')
  const lists = open.length > 0 ? open : listsBy('manage')
  const asked = member === 'operator' ? lists.at(-1) : lists[0]
  const isOwn = page.kind === 'form' && member !== 'operator'
  // Where parents decide who reads a row, a list is not asked as a whole.
  const isScoped = typeOf(of, page)?.disclosure !== undefined
  const some = isOwn ? '&mine=true' : isScoped ? `&keyWord=${encodeURIComponent('方案')}` : ''
  return asked && `${asked.path}?limit=1${some}`
}

describeInBrowser('pages', (stage) => {
  const ids = new Map<string, string>()
  const members = new Map<Role | null, Visitor>()
  /** Tabs that nobody uses at the moment. */
  const tabs = new Map<Role | null, Visitor[]>()
  const links: FoundLinks = new Map()
  /** What visitors see, and this browser does not load. */
  const pictures: FoundLinks = new Map()
  /** By whom and at which width the shell was examined with a page in it. */
  const shells = new Set<string>()

  /** Everything on the first page of each kind of shell, reader and width; on others what differs. */
  function partsExamined(page: Page, width: number): readonly string[] {
    const shell = `${page.shell} ${memberFor(page)} ${width}`
    if (shells.has(shell) && !IS_LONG) return SHELL
    shells.add(shell)
    return []
  }

  beforeAll(async () => {
    const { url } = stage.portal
    members.set(null, await stage.visit())
    for (const role of new Set(opened.map(memberFor))) {
      if (role === null) continue
      const visitor = await stage.visit()
      await visitor.signIn(`demo-${role}`)
      members.set(role, visitor)
    }
    for (const page of opened) {
      const list = page.params.id?.required ? listOf(model, page) : undefined
      if (!list) continue
      const cookies = await members.get(memberFor(page))?.context.cookies()
      const token = cookies?.find(({ name }) => name === 'equipnet-session-token')?.value ?? ''
      ids.set(page.id, (await firstOf(`${url}${list}`, token, page)) ?? '')
    }
  }, 180_000)

  async function idsIn(address: string, token: string): Promise<string[] | undefined> {
    const answer = await fetch(address, { headers: { token } })
    const { data } = (await answer.json()) as { data: { list: { id: string }[] } | null }
    return data?.list.map(({ id }) => id)
  }

  /** The first item of a list; of one that is read by its parents, the first below any of them. */
  async function firstOf(address: string, token: string, page: Page): Promise<string | undefined> {
    const found = await idsIn(address, token)
    if (found) return found[0]
    const type = typeOf(model, page)
    const above = type?.fields.find(({ name }) => name === type.parent)
    const parents = model.operations.find(
      ({ content }) => content?.type === above?.ref && content?.action === 'list',
    )
    if (!parents) return undefined
    for (const id of (await idsIn(`${stage.portal.url}${parents.path}?limit=20`, token)) ?? []) {
      const [below] = (await idsIn(`${address}&${above?.name}=${id}`, token)) ?? []
      if (below) return below
    }
    return undefined
  }

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
    if (TITLES.has(path)) await checkContent(page, wanted)
    // Colours are the same at every width, and cost as much as all else.
    const contrast = width === CLASS_WIDTHS[0] || fresh.has(wanted) ? 'also' : 'none'
    if (isExamined)
      expect(
        await findViolations(page, { without: partsExamined(wanted, width), contrast }),
        `axe at ${width} px`,
      ).toEqual([])
    // What a tablet says, a computer and a phone say.
    if (IS_LONG || CLASS_WIDTHS.includes(width))
      expect(await findRawTexts(page, RAW_VALUES), 'words of a program').toEqual([])
    expect(problems).toEqual([])
  }

  /** Where visitors read, there is something to read. */
  async function checkContent(page: Tab, { kind, path, title }: Page) {
    const main = page.locator('main')
    expect((await main.locator('h1').first().textContent()) ?? '').toMatch(/[\u4e00-\u9fff]/)
    if (kind !== 'detail') expect(title).toBe(TITLES.get(path))
    if (kind === 'list')
      expect(await main.locator('.eq-results li, .eq-results tbody tr').count()).toBeGreaterThan(0)
    if (kind === 'detail')
      expect(((await main.locator('article').first().textContent()) ?? '').length).toBeGreaterThan(60)
    if (kind === 'zone')
      expect(await main.locator('.eq-state', { hasText: '暂无' }).count(), 'empty sections').toBe(0)
    expect(await main.locator('[role=alert]').count()).toBe(0)
  }

  async function collectPictures({ page }: Visitor, address: string) {
    const found = await page
      .locator('img[src]')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''))
    for (const picture of found) if (!pictures.has(picture)) pictures.set(picture, address)
  }

  async function collectLinks({ page }: Visitor, address: string) {
    const hrefs = await page
      .locator('a[href]')
      .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''))
    for (const href of hrefs) {
      const target = href.startsWith('#/') ? href.slice(1) : href
      if (!links.has(target)) links.set(target, address)
    }
  }

  function addressOf({ id, path }: Page): string {
    const itemId = ids.get(id)
    const query = itemId !== undefined ? `?id=${itemId}` : path === '/homePageSearch' ? '?keyWord=应急' : ''
    return `${path.replace(/\/:\w+\?/g, '')}${query}`
  }

  /** An open tab of one who may see the page, or a new one. */
  async function enter(page: Page, isFresh: boolean): Promise<Visitor> {
    const free = isFresh ? undefined : tabs.get(memberFor(page))?.pop()
    const within = members.get(memberFor(page))?.context
    if (!within) throw new Error('nobody is signed in')
    const tab = free ?? (await stage.visit({ within }))
    tab.problems.length = 0
    return tab
  }

  /** Two wait for the next page; hundreds would each keep a socket open, of which an address has few. */
  async function leave(page: Page, tab: Visitor): Promise<void> {
    const free = tabs.get(memberFor(page)) ?? []
    if (free.length > 1) await tab.close()
    else tabs.set(memberFor(page), [...free, tab])
  }

  test.concurrent.each(opened.map((page) => [page.path, page] as const))(
    'NAV-02, NAV-03: the page %s has a title and a breadcrumb and opens without errors',
    async (_, page) => {
      const isFresh = fresh.has(page)
      const address = addressOf(page)
      const tab = await enter(page, isFresh)
      const [first = 1440] = widthsFor(page)
      await tab.page.setViewportSize({ width: first, height: 900 })
      if (page.onlyFrom) await tab.go(page.onlyFrom)
      await tab.go(address)
      for (const width of widthsFor(page)) {
        if (width !== first) await tab.page.setViewportSize({ width, height: 900 })
        if (width === 390 && isFresh && isWritten(page) && !page.onlyFrom) {
          // A phone loads the page afresh; otherwise it is the window made narrower.
          await tab.goAfresh(address)
        } else if (width !== first) await settle(tab.page)
        await check(tab, page, width)
        if (TITLES.has(page.path)) await collectLinks(tab, address)
        if (memberFor(page) === null) await collectPictures(tab, address)
      }
      await leave(page, tab)
    },
  )

  describe('links of public pages', () => {
    test('every address with public content is among the opened pages', () => {
      const paths = new Set(opened.map(({ path }) => path))
      expect([...TITLES.keys()].filter((path) => !paths.has(path))).toEqual([])
    })

    test('lead to a portal page, an existing resource or an https address', async () => {
      expect(links.size).toBeGreaterThan(300)
      expect(await findDeadLinks(model, stage.portal.url, links)).toEqual([])
    })

    test('every picture on a public page exists', async () => {
      expect(pictures.size).toBeGreaterThan(100)
      expect(await findMissingPictures(stage.portal.url, pictures)).toEqual([])
    })

    test('the first link of each remaining type opens its page without errors', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      const dead: string[] = []
      for (const address of someOf(onePerKind(model, links, opened.map(addressOf)), 3)) {
        visitor.problems.length = 0
        const isDrawn = await visitor.go(address).then(
          () => true,
          () => false,
        )
        if (!isDrawn) dead.push(`${links.get(address)} → ${address}: never drawn whole`)
        const now = new URL(page.url()).hash
        const text = (await page.locator('main').textContent()) ?? ''
        if (/^#\/(404|500)/.test(now) || /内容不存在|页面不存在/.test(text))
          dead.push(`${links.get(address)} → ${address}`)
        if (visitor.problems.length > 0) dead.push(`${address}: ${visitor.problems.join('; ')}`)
      }
      expect(dead).toEqual([])
      await visitor.close()
    })
  })
})
