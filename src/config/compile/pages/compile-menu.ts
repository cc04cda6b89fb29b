// Compiles the first menu tree.

import { given } from '#config/compile/common/given.ts'
import { entranceOf } from '#config/compile/links/check-link-target.ts'
import type { CompileContext } from '#config/compile/links/compile-context.ts'
import { titlesKeptOut } from '#config/compile/roles/kept-out.ts'
import type { WrittenMenu, WrittenMenuItem } from '#config/generated/written.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import type { MenuNode, ZoneEntry } from '#shared/model/menu.ts'
import type { Page } from '#shared/model/page-model.ts'
import { checkMenu } from './check-menu.ts'

export function compileMenu(
  { context, pages: knownPages, listsOf }: Pick<CompileContext, 'context' | 'pages' | 'listsOf'>,
  document: Document<WrittenMenu> | undefined,
  pages: ReadonlyMap<string, Page>,
  zones: readonly (ZoneEntry & { readonly menu: boolean })[],
): MenuNode[] {
  if (!document) return []
  const columns = columnsOf(document.value, pages)
  /** The lists with which operators manage each content type, but for those that the menu itself names. */
  const managed = (named: readonly MenuNode[]): MenuNode[] => {
    const lists = [...pages.values()].flatMap(({ id, path: url, title, access }) => {
      const type = /^operator\/([^/]+)\/list$/.exec(id)?.[1]
      if (type === undefined || named.some((node) => node.url === url)) return []
      const group = listsOf
        .get(type)
        ?.map((list) => columns.get(list.id))
        .find(Boolean)
      return { ...toEntry({ id, title, url, access }), ...given({ group }) }
    })
    // As visitors meet the columns; those of no column come last.
    return [...new Set([...columns.values(), undefined])].flatMap((column) =>
      lists.filter(({ group }) => group === column),
    )
  }
  const compile = (here: Place, nodes: readonly WrittenMenuItem[] = []): MenuNode[] =>
    nodes.flatMap((node, index): MenuNode[] => {
      const at = here.at(index)
      const children = compile(at.at('children'), node.children)
      if (!at.at('page').refers('page', '页面', node.page, knownPages)) return []
      if (node.redirect !== undefined) at.at('redirect').refers('page', '页面', node.redirect, knownPages)
      const page = pages.get(node.page)
      if (!page) return []
      checkMenuAccess(at, node, page)
      checkMenuPage(at.at('page'), page)
      const made = [...(node.zones ? zoneNodes(zones) : []), ...(node.managed ? managed(children) : [])]
      return [toMenuNode(node, page, pages, [...children, ...made])]
    })
  const file = new Place(context, document)
  checkMenu(file, pages)
  return compile(file.at('items'), document.value.items)
}

function toMenuNode(
  node: WrittenMenuItem,
  page: Page,
  pages: ReadonlyMap<string, Page>,
  children: readonly MenuNode[],
): MenuNode {
  return {
    id: node.id,
    title: node.title ?? page.title,
    url: page.path.replace(/\/:[^/]+\?$/, ''),
    ...given({ icon: node.icon }),
    ...(node.redirect ? { redirect: pages.get(node.redirect)?.path ?? '' } : {}),
    hidden: node.hidden ?? false,
    ...(node.user ? { user: true } : {}),
    ...(node.side || node.managed ? { side: true } : {}),
    ...(node.count ? { count: true } : {}),
    ...given({ group: node.group }),
    access: node.access ? [node.access].flat() : page.access,
    children,
  }
}

/** Checks that a page opens from the menu: without parameters, and not only from another page. */
function checkMenuPage(here: Place, page: Page): void {
  const needed = Object.entries(page.params).find(([, { required }]) => required)
  if (needed) here.report('menu_page_param', { page, name: needed[0] })
  const entrance = entranceOf(here.context, page.id)
  if (entrance !== undefined) here.report('menu_entrance', { found: page.id, expected: entrance })
}

/** Checks that the users who see an entry may open its page. */
function checkMenuAccess(here: Place, node: WrittenMenuItem, page: Page): void {
  if (node.access === undefined) return
  const seen = [node.access].flat()
  const titles = titlesKeptOut(here.context.roles, seen, page.access)
  if (titles.length === 0) return
  here.at('access').report('menu_access', {
    found: seen.join(', '),
    expected: page.access.join(', '),
    titles,
    title: node.title ?? page.title,
    page,
  })
}

type Entry = Pick<MenuNode, 'id' | 'title' | 'url' | 'access'>

const toEntry = ({ id, title, url, access }: Entry): MenuNode => {
  const name = id.replaceAll('/', '-')
  return { id: name, title, url, hidden: false, access, children: [] }
}

/** The zones that stand in the menu. */
const zoneNodes = (zones: readonly (ZoneEntry & { readonly menu: boolean })[]): MenuNode[] =>
  zones.flatMap(({ id, title, path: url, menu }) =>
    menu ? toEntry({ id, title, url, access: ['anyone'] }) : [],
  )

/** Titles of the columns in the main navigation, by the ids of their pages. */
function columnsOf({ items }: WrittenMenu, pages: ReadonlyMap<string, Page>): ReadonlyMap<string, string> {
  const idsOf = ({ page, children = [] }: WrittenMenuItem): string[] => [page, ...children.flatMap(idsOf)]
  const columns = items.filter(({ user, hidden }) => !user && !hidden)
  return new Map(
    columns.flatMap((column) =>
      idsOf(column).map((id) => [id, column.title ?? pages.get(column.page)?.title ?? ''] as const),
    ),
  )
}
