// Compiles site.json: names, files, colours, and the pages that the program itself leads to.

import { createHash } from 'node:crypto'
import type { WrittenPageHead } from '#config/compile/links/compile-context.ts'
import type { WrittenSite } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { nearestName } from '#config/load/nearest-name.ts'
import { Place } from '#config/load/place.ts'
import { findZone, USUAL_ZONE, type Zone } from '#shared/formats/portal-time.ts'
import { SITE_PAGES, type Site, type SiteAsset, type SitePage, type SitePages } from '#shared/model/site.ts'
import { checkSiteColors } from './check-colors.ts'

const BLACK = 0
const WHITE = 255

/** `share` of the colour stays. */
function mix(color: string, other: number, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const mixed = parts.map((part) => Math.round(part * share + other * (1 - share)))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

function withDerivedColors(colors: Site['colors']): Site['colors'] {
  const { primary } = colors
  if (primary === undefined) return colors
  return { primaryDark: mix(primary, BLACK, 0.75), primarySoft: mix(primary, WHITE, 0.09), ...colors }
}

type Written = Partial<WrittenSite> & Pick<WrittenSite, 'name' | 'pages'>

/** Of a configuration that is no whole portal, as those of tests are. */
const UNNAMED: Written = { name: '门户', pages: { home: '' } }
const PREFIX = 'portal'

/**
 * The purposes of pages that may require a signed-in user: visitors are led to sign in, and back again. The pages of
 * all other purposes must admit visitors.
 */
const CLOSED: ReadonlySet<string> = new Set(['newPassword', 'report', 'operatorHome', 'notices'])
/** Come to with parameters. */
const ASKED: ReadonlySet<string> = new Set(['report', 'progress', 'newPassword'])

const writtenOf = (context: Context): Written => context.of('site').get('site')?.value ?? UNNAMED

/**
 * Returns the id of the page that `site.json` names for a purpose; undefined if the portal has none.
 *
 * @example
 * const report = sitePage(context, 'report') // → 'interaction/report', for example
 */
export function sitePage(context: Context, purpose: SitePage): string | undefined {
  return writtenOf(context).pages[purpose] || undefined
}

/**
 * Returns true if site.json is invalid. References to pages that the program makes or needs are then not reported,
 * since their names cannot be read.
 */
export const isSiteInvalid = (context: Context): boolean => context.isInvalid('site', 'site')

export function compileSite(
  context: Context,
  menu: Document | undefined,
  heads: ReadonlyMap<string, WrittenPageHead>,
): Site {
  const document = context.of('site').get('site')
  const here = document && new Place(context, document)
  // The words that no text holds are the checker's; no browser needs them.
  const { $schema: _schema, words: _words, ...written } = writtenOf(context)
  if (!here && menu && !isSiteInvalid(context)) new Place(context, menu).report('site_missing')
  if (here) checkSite(here, heads)
  const { logo = written.icon, icon = written.logo, pages, timeZone, ...rest } = written
  return {
    shortName: written.name,
    description: written.name,
    demo: {},
    storagePrefix: PREFIX,
    smsSign: `【${written.name}】`,
    ...rest,
    timeZone: zoneOf(here, timeZone),
    colors: withDerivedColors(written.colors ?? {}),
    ...(logo ? { logo: toAsset(context, here, 'logo', logo) } : {}),
    ...(icon ? { icon: toAsset(context, here, 'icon', icon) } : {}),
    pages: here ? toAddresses(here, heads) : { home: '/', signIn: [], help: [] },
  }
}

function checkSite(here: Place<WrittenSite>, heads: ReadonlyMap<string, WrittenPageHead>): void {
  const { covers, colors, name, shortName = name, smsSign, pages } = here.document.value
  if (covers !== undefined)
    here.at('covers').refers('dictionary', '字典', covers, here.context.of('dictionary'))
  checkEntries(here)
  checkNeeded(here, pages, heads)
  if (colors) checkSiteColors(here, colors)
  if (smsSign !== undefined && ![name, shortName].some((own) => smsSign.includes(own)))
    here.at('smsSign').report('site_sign', { found: smsSign, expected: `【${shortName}】`, name, shortName })
}

/** The fields by which the program reads the entries of a type. */
const ENTRY_FIELDS = {
  hotWords: ['place', 'blocked', 'until'],
  announcements: ['level', 'link', 'from', 'until'],
  maintenance: ['closes', 'from', 'until'],
} as const

function checkEntries(here: Place<WrittenSite>): void {
  for (const [use, names] of Object.entries(ENTRY_FIELDS)) {
    const type = here.document.value[use as keyof typeof ENTRY_FIELDS]
    if (type === undefined) continue
    const document = here.at(use).find('content', '内容类型', type, here.context.of('content'))
    const fields = document?.value.fields.properties
    const missing = fields ? names.filter((name) => !Object.hasOwn(fields, name)) : []
    if (missing.length > 0) here.at(use).report('site_entry_fields', { found: type, missing })
  }
}

/** Letters that are mistyped in a name. */
const SLIP = 2

function zoneOf(here: Place | undefined, name: string | undefined): Zone {
  // Of the usual one it is known, which asking for its clocks through the years costs a while to tell.
  const zone = name === undefined || name === USUAL_ZONE.name ? USUAL_ZONE : findZone(name)
  if (zone) return zone
  const zones = Intl.supportedValuesOf('timeZone')
  // Cities of one continent look alike: what is no slip of the pen is rather the usual one.
  const isSlip = nearestName(name ?? '', zones, SLIP) !== undefined
  here?.at('timeZone').report('site_zone_unknown', {
    found: name ?? '',
    ...(isSlip ? { known: zones } : {}),
    name,
    usualzone: USUAL_ZONE.name,
  })
  return USUAL_ZONE
}

function toAsset(context: Context, here: Place | undefined, key: string, file: string): SiteAsset {
  const text = context.assets.get(`pages-config/${file}`)
  if (here && text === undefined && key in (here.document.value as object))
    here.at(key).report('site_file_missing', {
      found: file,
      known: [...context.assets.keys()].map((path) => path.replace(/^pages-config\//, '')),
    })
  const hash = createHash('sha256').update(text ?? '')
  return { file, version: hash.digest('hex').slice(0, 12) }
}

function toAddresses(
  here: Place<WrittenSite>,
  heads: ReadonlyMap<string, WrittenPageHead>,
): SitePages<string> {
  const { pages } = here.document.value
  const toAddress = (at: Place, purpose: string, id: string): string | undefined => {
    const head = at.find('page', '页面', id, heads)
    if (head) checkPage(at, purpose, head)
    return head?.path.replace(/\/:[^/]+\?$/, '')
  }
  const listOf = (purpose: 'signIn' | 'help') =>
    (pages[purpose] ?? []).flatMap(
      (id, index) => toAddress(here.at('pages', purpose, index), purpose, id) ?? [],
    )
  const single = SITE_PAGES.flatMap((purpose) => {
    const id = pages[purpose]
    const address = id ? toAddress(here.at('pages', purpose), purpose, id) : undefined
    return address === undefined ? [] : [[purpose, address] as const]
  })
  return { home: '/', ...Object.fromEntries(single), signIn: listOf('signIn'), help: listOf('help') }
}

/** Returns true if the program leads everybody to the page. */
export const isNeededOpen = (context: Context, page: string): boolean =>
  Object.entries(writtenOf(context).pages).some(
    ([purpose, ids]) => !CLOSED.has(purpose) && [ids].flat().includes(page),
  )

function checkPage(here: Place, purpose: string, head: WrittenPageHead): void {
  const access = here.context.of('page').get(head.id)?.value.access
  const needed = Object.entries(head.params).find(([, { required }]) => required)
  if (needed && !ASKED.has(purpose))
    here.report('site_page_param.needed', { found: head.id, name: needed[0] })
  if (!CLOSED.has(purpose) && access && ![access].flat().includes('anyone'))
    here.report('site_page_closed', { found: head.id })
}

/** The content type that a page lists alone; undefined where it shows something else. */
function listedIn(context: Context, page: string): string | undefined {
  const written = context.of('page').get(page)?.value
  if (written?.kind !== 'list') return undefined
  const source = typeof written.source === 'string' ? written.source : written.source.operation
  return context.of('content').get(source.split('.')[0] ?? '')?.value.title
}

/** The parameters that the program passes to some of the pages that it leads to. */
const GIVEN: Readonly<Partial<Record<SitePage, readonly string[]>>> = {
  progress: ['receiptNo'],
  search: ['keyWord'],
}

/** One page serves one purpose; only the first page may be meant for others besides. */
function checkApart(here: Place, pages: WrittenSite['pages']): void {
  const purposes = new Map<string, SitePage>()
  for (const purpose of SITE_PAGES) {
    const id = pages[purpose]
    if (id === undefined || id === pages.home) continue
    const other = purposes.get(id)
    purposes.set(id, purpose)
    if (other !== undefined)
      here.at('pages', purpose).report('site_page_twice.purpose', {
        found: id,
        also: [{ document: here.document, path: ['pages', other] }],
        other,
        purpose,
      })
  }
}

/**
 * Checks that users who must sign in are led to a page where they can, and that the pages the program leads to accept
 * its parameters.
 */
function checkNeeded(
  here: Place,
  pages: WrittenSite['pages'],
  heads: ReadonlyMap<string, WrittenPageHead>,
): void {
  const closed = [...heads.values()].find(({ access }) => !access.includes('anyone'))
  const signIn = [...here.context.of('page')].find(
    ([, { value }]) => 'then' in value && value.then === 'sign-in',
  )
  if (closed && signIn && pages.login === undefined)
    here.at('pages').report('site_login', { expected: 'login', key: true, closed, page: signIn[0] })
  if (pages.register !== undefined && pages.register === pages.login)
    here.at('pages', 'register').report('site_page_twice.register', { found: pages.register, pages })
  else checkApart(here, pages)
  const search = pages.search === undefined ? undefined : listedIn(here.context, pages.search)
  if (search !== undefined)
    here.at('pages', 'search').report('site_search', {
      found: pages.search ?? '',
      known: [...heads.keys()].filter((id) => id.startsWith('search')),
      pages,
      search,
    })
  for (const [purpose, names] of Object.entries(GIVEN))
    for (const name of names) {
      const head = heads.get(pages[purpose as SitePage] ?? '')
      if (head && !Object.hasOwn(head.params, name))
        here.at('pages', purpose).report('site_page_param.unread', {
          found: head.id,
          known: [...heads.values()].filter(({ params }) => Object.hasOwn(params, name)).map(({ id }) => id),
          name,
          purpose,
        })
    }
}
