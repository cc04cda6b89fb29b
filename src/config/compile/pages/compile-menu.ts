// Compiles the first menu tree.

import { entranceOf } from '#config/compile/links/page-entrances.ts'
import { sitePage } from '#config/compile/site/compile-site.ts'
import type { WrittenMenu, WrittenMenuItem } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { isInAudience, toRoleCaller } from '#shared/access/roles.ts'
import type { MenuNode, ZoneEntry } from '#shared/model/menu.ts'
import type { Page } from '#shared/model/page-model.ts'
import { checkMenuOpen, checkMenuTitles } from './check-distinct-titles.ts'
import { checkMenuLabels } from './check-menu-labels.ts'

export function compileMenu(
  context: Context,
  document: Document<WrittenMenu> | undefined,
  pages: ReadonlyMap<string, Page>,
  zones: readonly (ZoneEntry & { readonly menu: boolean })[],
  knownPages: { has(name: string): boolean; keys(): Iterable<string> },
): MenuNode[] {
  if (!document) return []
  const ids = new Set<string>()
  const compile = (nodes: readonly WrittenMenuItem[], path: Path): MenuNode[] =>
    nodes.flatMap((node, index): MenuNode[] => {
      const at = [...path, index]
      checkMenuItem(new Place(context, document, path), nodes, index, ids)
      ids.add(node.id)
      const children = compile(node.children ?? [], [...at, 'children'])
      if (!context.refers(document, [...at, 'page'], 'page', '页面', node.page, knownPages)) return []
      if (node.redirect !== undefined)
        context.refers(document, [...at, 'redirect'], 'page', '页面', node.redirect, knownPages)
      const page = pages.get(node.page)
      if (!page) return []
      checkMenuAccess(new Place(context, document, at), node, page)
      checkMenuPage(new Place(context, document, [...at, 'page']), page)
      const made = [...(node.zones ? zoneNodes(zones) : []), ...(node.managed ? managedNodes(pages) : [])]
      return [toMenuNode(node, page, pages, [...children, ...made])]
    })
  checkRedirects(new Place(context, document))
  const site = context.of('site').get('site')
  const home = sitePage(context, 'home')
  checkMenuTitles(new Place(context, document), pages)
  checkMenuOpen(new Place(context, document), pages)
  checkMenuLabels(
    new Place(context, document),
    pages,
    site && home ? { document: site, page: home } : undefined,
  )
  return compile(document.value.items, ['items'])
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
    ...(node.icon ? { icon: node.icon } : {}),
    ...(node.redirect ? { redirect: pages.get(node.redirect)?.path ?? '' } : {}),
    hidden: node.hidden ?? false,
    ...(node.user ? { user: true } : {}),
    ...(node.side ? { side: true } : {}),
    ...(node.group ? { group: node.group } : {}),
    access: node.access ? [node.access].flat() : page.access,
    children,
  }
}

/** Checks an entry against its siblings, and its id against `ids`, those of all entries before it. */
function checkMenuItem(
  here: Place<WrittenMenu>,
  nodes: readonly WrittenMenuItem[],
  index: number,
  ids: ReadonlySet<string>,
): void {
  const node = nodes[index] as WrittenMenuItem
  const at = here.at(index)
  if (ids.has(node.id))
    at.at('id').report({
      slug: 'menu_id_duplicate',
      message: `菜单节点 id“${node.id}”重复`,
      found: node.id,
    })
  const firstIndex = nodes.findIndex((one) => one.page === node.page && one.redirect === node.redirect)
  if (firstIndex < index)
    at.at('page').report({
      slug: 'menu_twice',
      message: `页面“${node.page}”在同一级菜单中出现两次（第 ${firstIndex + 1} 项与第 ${index + 1} 项），请删去其一`,
      found: node.page,
    })
  if (here.path.length > 1 && node.page === sitePage(here.context, 'login'))
    at.at('page').report({
      slug: 'menu_sign_in',
      message: `登录页“${node.page}”已由页眉提供，菜单项在登录后没有用处：请删去`,
      found: node.page,
    })
}

/** Checks that a page opens from the menu: without parameters, and not only from another page. */
function checkMenuPage(here: Place<WrittenMenu>, page: Page): void {
  const needed = Object.entries(page.params).find(([, { required }]) => required)
  if (needed)
    here.report({
      slug: 'menu_page_param',
      message: `页面“${page.id}”需要参数“${needed[0]}”，不能直接放进菜单`,
    })
  const entrance = entranceOf(here.context, page.id)
  if (entrance !== undefined)
    here.report({
      slug: 'menu_entrance',
      message: `页面“${page.id}”只能从“${entrance}”进入（onlyFrom），不能直接放入菜单`,
      found: page.id,
      expected: entrance,
    })
}

/** Checks that the users who see an entry may open its page. */
function checkMenuAccess(here: Place<WrittenMenu>, node: WrittenMenuItem, page: Page): void {
  if (node.access === undefined) return
  const seen = [node.access].flat()
  const askers = [null, ...here.context.roles.map((role) => toRoleCaller(role))]
  const kept = askers.filter((caller) => isInAudience(caller, seen) && !isInAudience(caller, page.access))
  if (kept.length === 0) return
  const titles = kept.map((caller) =>
    caller === null
      ? '访客'
      : (here.context.roles.find(({ name }) => name === caller.role)?.title ?? caller.role),
  )
  here.at('access').report({
    slug: 'menu_access',
    message: `${titles.join('、')}可以看到菜单“${node.title ?? page.title}”，却无权打开页面“${page.id}”（${page.access.join('、')}）：请去掉 access，与页面保持一致`,
    found: seen.join(', '),
    expected: page.access.join(', '),
  })
}

/** Entries that lead to another page, one after the other, without end. */
function checkRedirects(here: Place<WrittenMenu>): void {
  const leads = new Map<string, { readonly to: string; readonly path: Path }>()
  const walk = (nodes: readonly WrittenMenuItem[], path: Path): void => {
    for (const [index, node] of nodes.entries()) {
      const at = [...path, index]
      if (node.redirect !== undefined) leads.set(node.page, { to: node.redirect, path: [...at, 'redirect'] })
      walk(node.children ?? [], [...at, 'children'])
    }
  }
  walk(here.document.value.items, ['items'])
  for (const [page, { path }] of leads) {
    const seen: string[] = []
    for (let at: string | undefined = page; at !== undefined && !seen.includes(at); at = leads.get(at)?.to)
      seen.push(at)
    const last = leads.get(seen.at(-1) ?? '')?.to
    if (last !== page) continue
    here.in(path).report({
      slug: 'redirect_ring',
      message: `页面转向构成循环：${[...seen, page].join(' → ')}，无法打开：请改正其一`,
      found: page,
    })
    return
  }
}

/** Ids of the pages that the menu shows; null where there is no menu. */
export function collectMenuPageIds(document: Document<WrittenMenu> | undefined): ReadonlySet<string> | null {
  if (!document) return null
  const ids = (nodes: readonly WrittenMenuItem[]): string[] =>
    nodes.filter(({ hidden }) => !hidden).flatMap(({ page, children = [] }) => [page, ...ids(children)])
  return new Set(ids(document.value.items))
}

/** The zones that stand in the menu. */
function zoneNodes(zones: readonly (ZoneEntry & { readonly menu: boolean })[]): MenuNode[] {
  return zones
    .filter((zone) => zone.menu)
    .map((zone) => ({
      id: zone.id.replace('/', '-'),
      title: zone.title,
      url: zone.path,
      hidden: false,
      access: ['anyone'],
      children: [],
    }))
}

/** The lists with which operators manage each content type. */
function managedNodes(pages: ReadonlyMap<string, Page>): MenuNode[] {
  return [...pages.values()]
    .filter(({ id }) => /^operator\/[^/]+\/list$/.test(id))
    .map(({ id, path, title, access }) => ({
      id: id.replaceAll('/', '-'),
      title,
      url: path,
      hidden: false,
      access,
      children: [],
    }))
}
