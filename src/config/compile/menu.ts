// Owns the compilation of the first menu tree.
import type { MenuNode, ZoneEntry } from '../../shared/menu.ts'
import type { Page } from '../../shared/page-model.ts'
import type { Context } from '../context.ts'
import type { Document, Path } from '../document.ts'
import type { WrittenMenu, WrittenMenuItem } from '../generated/written.ts'

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
      if (ids.has(node.id))
        context.report(document, [...at, 'id'], {
          slug: 'menu_id_duplicate',
          message: `菜单节点 id“${node.id}”重复`,
          found: node.id,
        })
      ids.add(node.id)
      const children = compile(node.children ?? [], [...at, 'children'])
      if (!context.refers(document, [...at, 'page'], 'page', '页面', node.page, knownPages)) return []
      if (node.redirect !== undefined)
        context.refers(document, [...at, 'redirect'], 'page', '页面', node.redirect, knownPages)
      const page = pages.get(node.page)
      if (!page) return []
      const needed = Object.entries(page.params).find(([, { required }]) => required)
      if (needed)
        context.report(document, [...at, 'page'], {
          slug: 'menu_page_param',
          message: `页面“${node.page}”需要参数“${needed[0]}”，不能直接放进菜单`,
        })
      const zoneNodes = node.zones
        ? zones
            .filter((zone) => zone.menu)
            .map(
              (zone): MenuNode => ({
                id: zone.id.replace('/', '-'),
                title: zone.title,
                url: zone.path,
                hidden: false,
                access: ['anyone'],
                children: [],
              }),
            )
        : []
      return [
        {
          id: node.id,
          title: node.title ?? page.title,
          url: page.path.replace(/\/:[^/]+\?$/, ''),
          ...(node.icon ? { icon: node.icon } : {}),
          ...(node.redirect ? { redirect: pages.get(node.redirect)?.path ?? '' } : {}),
          hidden: node.hidden ?? false,
          ...(node.user ? { user: true } : {}),
          access: node.access ? [node.access].flat() : page.access,
          children: [...children, ...zoneNodes, ...(node.managed ? managedNodes(pages) : [])],
        },
      ]
    })
  return compile(document.value.items, ['items'])
}

/** Ids of the pages that the menu shows; null where there is no menu. */
export function shownInMenu(document: Document<WrittenMenu> | undefined): ReadonlySet<string> | null {
  if (!document) return null
  const ids = (nodes: readonly WrittenMenuItem[]): string[] =>
    nodes.filter(({ hidden }) => !hidden).flatMap(({ page, children = [] }) => [page, ...ids(children)])
  return new Set(ids(document.value.items))
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
