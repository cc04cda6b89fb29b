// Checks that menu entries lead to the pages they are named after, and the entry with the home icon to the home page.

import type { WrittenMenu, WrittenMenuItem } from '#config/generated/written.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'

type Titles = ReadonlyMap<string, { readonly title: string }>

interface Entry {
  readonly node: WrittenMenuItem
  readonly path: Path
  readonly above: readonly WrittenMenuItem[]
}

/** The mark of an entry that leads to where the portal begins. */
const MARK = 'home'

function entriesOf(
  nodes: readonly WrittenMenuItem[],
  path: Path = ['items'],
  above: readonly WrittenMenuItem[] = [],
): Entry[] {
  return nodes.flatMap((node, index) => {
    const at = [...path, index]
    return [
      { node, path: at, above },
      ...entriesOf(node.children ?? [], [...at, 'children'], [...above, node]),
    ]
  })
}

export function checkMenuLabels(
  here: Place<WrittenMenu>,
  pages: Titles,
  home: { readonly document: Document; readonly page: string } | undefined,
): void {
  const entries = entriesOf(here.document.value.items)
  const titleOf = ({ node }: Entry) => node.title ?? pages.get(node.page)?.title
  for (const entry of entries) checkTitle(here, entry, entries, pages)
  for (const [index, entry] of entries.entries()) {
    const other = entries.slice(0, index).find((one) => sharesTarget(one, entry))
    if (!other || titleOf(other) === titleOf(entry)) continue
    // The one with words of its own is the one that was written for something else.
    const [odd, even] = entry.node.title === undefined ? [other, entry] : [entry, other]
    here.at(...odd.path, 'page').report({
      slug: 'menu_called_twice',
      message: `页面“${odd.node.page}”在菜单中有两个名称：此处为“${titleOf(odd)}”，“${even.node.id}”处为“${titleOf(even)}”，请核对该菜单项通向的页面`,
      found: odd.node.page,
      // A page may be listed in two branches under two names.
    })
  }
  const marked = here.document.value.items.find(({ icon, user }) => icon === MARK && !user)
  if (home && marked && pages.has(home.page) && pages.has(marked.page) && marked.page !== home.page)
    here.context.report(home.document, ['pages', 'home'], {
      slug: 'site_home_other',
      message: `首页是“${home.page}”，菜单中带首页图标的“${marked.id}”却通向“${marked.page}”，两处须一致`,
      found: home.page,
      expected: marked.page,
    })
}

/** Checks that the title of an entry is not the title of another page, to which a neighbouring entry leads. */
function checkTitle(
  here: Place<WrittenMenu>,
  { node, path, above }: Entry,
  entries: readonly Entry[],
  pages: Titles,
): void {
  if (node.title === undefined || node.title === pages.get(node.page)?.title) return
  const meant = entries.find(
    (one) =>
      one.above.at(-1) === above.at(-1) &&
      one.node.page !== node.page &&
      pages.get(one.node.page)?.title === node.title,
  )
  if (!meant) return
  here.at(...path, 'title').report({
    slug: 'menu_title_other',
    message: `“${node.title}”是页面“${meant.node.page}”的标题，该菜单项却通向“${node.page}”（${pages.get(node.page)?.title}）：请改名称或页面`,
    found: node.title,
    expected: pages.get(node.page)?.title ?? '',
  })
}

/** To the same page, neither above the other; of one level it is said by itself. */
function sharesTarget(one: Entry, other: Entry): boolean {
  const isSame = one.node.page === other.node.page && one.node.redirect === other.node.redirect
  return isSame && !other.above.includes(one.node) && one.above.at(-1) !== other.above.at(-1)
}
