// Checks the entries of the menu: their names, their pages, and where they lead on to.

import { sitePage } from '#config/compile/site/compile-site.ts'
import type { WrittenMenu, WrittenMenuItem } from '#config/generated/written.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { isInAudience, toRoleCaller } from '#shared/access/roles.ts'

type Pages = ReadonlyMap<string, { readonly title: string; readonly access: readonly string[] }>

interface Entry {
  readonly node: WrittenMenuItem
  readonly here: Place
  /** From the top. */
  readonly above: readonly WrittenMenuItem[]
  /** The entries before it on its level. */
  readonly before: readonly WrittenMenuItem[]
}

function entriesOf(
  here: Place,
  nodes: readonly WrittenMenuItem[] = [],
  above: readonly WrittenMenuItem[] = [],
): Entry[] {
  return nodes.flatMap((node, index) => {
    const at = here.at(index)
    const before = nodes.slice(0, index)
    return [
      { node, here: at, above, before },
      ...entriesOf(at.at('children'), node.children, [...above, node]),
    ]
  })
}

/** Ids of the pages that the menu shows; null where there is no menu. */
export function collectMenuPageIds(document: Document<WrittenMenu> | undefined): ReadonlySet<string> | null {
  if (!document) return null
  const ids = (nodes: readonly WrittenMenuItem[]): string[] =>
    nodes.filter(({ hidden }) => !hidden).flatMap(({ page, children = [] }) => [page, ...ids(children)])
  return new Set(ids(document.value.items))
}

export function checkMenu(here: Place<WrittenMenu>, pages: Pages): void {
  const entries = entriesOf(here.at('items'), here.document.value.items)
  checkRedirects(entries)
  for (const entry of entries) {
    checkTitle(entry, pages)
    checkOtherTitle(entry, entries, pages)
    checkItem(entry, entries)
  }
  checkOpen(here, pages)
  checkNames(entries, pages)
  checkHome(here, pages)
}

/** Checks an entry against those before it. */
function checkItem({ node, here, above, before }: Entry, entries: readonly Entry[]): void {
  const { id, page, redirect } = node
  if (entries.find((one) => one.node.id === id)?.here !== here)
    here.at('id').report('menu_id_duplicate', { found: id })
  const at = here.at('page')
  const first = before.findIndex((one) => one.page === page && one.redirect === redirect)
  if (first >= 0) at.report('menu_twice', { found: page, first: first + 1, second: before.length + 1 })
  if (above.length > 0 && page === sitePage(here.context, 'login')) at.report('menu_sign_in', { found: page })
}

/** Entries that lead to another page, one after the other, without end. */
function checkRedirects(entries: readonly Entry[]): void {
  const leads = new Map(entries.flatMap((entry) => (entry.node.redirect ? [[entry.node.page, entry]] : [])))
  for (const [page, { here }] of leads) {
    const seen: string[] = []
    for (
      let at: string | undefined = page;
      at !== undefined && !seen.includes(at);
      at = leads.get(at)?.node.redirect
    )
      seen.push(at)
    if (leads.get(seen.at(-1) ?? '')?.node.redirect !== page) continue
    here.at('redirect').report('redirect_ring', { found: page, ring: [...seen, page].join(' → ') })
    return
  }
}

const titleOf = ({ title, page }: WrittenMenuItem, pages: Pages) => title ?? pages.get(page)?.title
const accessOf = ({ access, page }: WrittenMenuItem, pages: Pages): readonly string[] =>
  access === undefined ? (pages.get(page)?.access ?? []) : [access].flat()

/** Beside one another, and below: what leads to another page is called something else. */
function checkTitle({ node, here, above, before }: Entry, pages: Pages): void {
  const { context } = here
  const askers = [null, ...context.roles.map((role) => toRoleCaller(role))]
  const title = titleOf(node, pages)
  const isDuplicate = (one: WrittenMenuItem) =>
    !one.hidden &&
    one.page !== node.page &&
    titleOf(one, pages) === title &&
    askers.some(
      (caller) => isInAudience(caller, accessOf(one, pages)) && isInAudience(caller, accessOf(node, pages)),
    )
  if (node.hidden || title === undefined) return
  const sibling = before.find((one) => one.user === node.user && isDuplicate(one))
  const other = sibling ?? above.slice(-1).find(isDuplicate)
  if (!other) return
  const page = node.title === undefined ? context.of('page').get(node.page) : undefined
  new Place(context, page ?? here.document, page ? ['title'] : here.at('title').path).report(
    'title_twice.menu',
    { found: title, node, where: sibling ? '同级的' : '上级', other },
  )
}

/** Checks that pages open to visitors are in the main menu; visitors find them only there. */
function checkOpen(here: Place<WrittenMenu>, pages: Pages): void {
  const { items } = here.document.value
  const allOf = (node: WrittenMenuItem): WrittenMenuItem[] => [node, ...(node.children ?? []).flatMap(allOf)]
  const shown = items.filter(({ user, hidden }) => !user && !hidden).flatMap(allOf)
  for (const [index, node] of items.entries()) {
    const isOpen = allOf(node).every((one) => accessOf(one, pages).includes('anyone'))
    if (!node.user || node.hidden || !isOpen || shown.some(({ page }) => page === node.page)) continue
    here.at('items', index, 'user').report('menu_user_open', { found: node.page, node })
  }
}

/** One page is called by one name. */
function checkNames(entries: readonly Entry[], pages: Pages): void {
  for (const [index, entry] of entries.entries()) {
    const other = entries.slice(0, index).find((one) => sharesTarget(one, entry))
    if (!other || titleOf(other.node, pages) === titleOf(entry.node, pages)) continue
    // The one with words of its own is the one that was written for something else.
    const [odd, even] = entry.node.title === undefined ? [other, entry] : [entry, other]
    odd.here.at('page').report('menu_called_twice', {
      found: odd.node.page,
      title: titleOf(odd.node, pages),
      even,
      other: titleOf(even.node, pages),
    })
  }
}

/** To the same page, neither above the other; of one level it is said by itself. */
function sharesTarget(one: Entry, other: Entry): boolean {
  const isSame = one.node.page === other.node.page && one.node.redirect === other.node.redirect
  return isSame && !other.above.includes(one.node) && one.above.at(-1) !== other.above.at(-1)
}

/** Checks that the title of an entry is not the title of another page, to which a neighbouring entry leads. */
function checkOtherTitle({ node, here, above }: Entry, entries: readonly Entry[], pages: Pages): void {
  const own = pages.get(node.page)?.title
  if (node.title === undefined || node.title === own) return
  const meant = entries.find(
    (one) =>
      one.above.at(-1) === above.at(-1) &&
      one.node.page !== node.page &&
      pages.get(one.node.page)?.title === node.title,
  )
  if (!meant) return
  here.at('title').report('menu_title_other', { found: node.title, expected: own ?? '', meant, node, own })
}

/** The mark of an entry that leads to where the portal begins. */
const MARK = 'home'

function checkHome({ context, document }: Place<WrittenMenu>, pages: Pages): void {
  const site = context.of('site').get('site')
  const home = sitePage(context, 'home')
  const marked = document.value.items.find(({ icon, user }) => icon === MARK && !user)
  if (!site || !home || !marked || !pages.has(home) || !pages.has(marked.page) || marked.page === home) return
  new Place(context, site, ['pages', 'home']).report('site_home_other', {
    found: home,
    expected: marked.page,
    marked,
  })
}
