// Compiles pages and zones: the shared properties first, then the properties of each kind.

import { given } from '#config/compile/common/given.ts'
import { entranceOf } from '#config/compile/links/check-link-target.ts'
import type { CompileContext } from '#config/compile/links/compile-context.ts'
import { PagePlace, ROOTS_OF_ITEMS, type WrittenPageHead } from '#config/compile/links/compile-context.ts'
import { referToScene } from '#config/compile/site/compile-scenes.ts'
import { sitePage } from '#config/compile/site/compile-site.ts'
import type { WrittenPageBase, WrittenTitleBar } from '#config/generated/written.ts'
import type { Document } from '#config/load/document.ts'
import { isRelation } from '#shared/access/roles.ts'
import { CONSOLE_CALLS, toCallAddresses } from '#shared/calls/program-calls.ts'
import type { Page, PageBase, Surface, TitleBarModel } from '#shared/model/page-model.ts'
import { PAGE_KINDS } from './generated/page-kinds.ts'
import type { WrittenBody } from './page-kind.ts'

/** From 首页 down to the parent, following `parent`. */
function trailOf(at: PagePlace): PageBase['trail'] {
  const { compilation, context, head } = at
  const trail: { title: string; path: string }[] = []
  const seen = new Set([head.id])
  const home = compilation.pages.get(sitePage(context, 'home') ?? '')
  for (let parent = head.parent; parent; ) {
    const page = compilation.pages.get(parent)
    if (!page) break
    if (seen.has(parent)) {
      at.at('parent').report('parent_cycle', { parent })
      break
    }
    if (parent === home?.id) break
    seen.add(parent)
    trail.unshift({ title: page.title, path: page.path.replace(/\/:[^/]+\?$/, '') })
    parent = page.parent
  }
  if (home && head.id !== home.id) trail.unshift({ title: '首页', path: home.path })
  return trail
}

/** A crumb names no item, so the page above must open without one. */
function checkParent(at: PagePlace, parent: string): void {
  const page = at.find('page', '上级页面', parent, at.compilation.pages)
  const [needed] = Object.entries(page?.params ?? {}).find(([, { required }]) => required) ?? []
  if (page && needed !== undefined) at.report('parent_needs', { found: parent, page, needed })
}

/** A page that is entered from itself, or from one that is entered from it, is never entered. */
function checkEntrance(at: PagePlace, from: string): void {
  at.refers('page', '页面', from, at.compilation.pages)
  const page = at.head.id
  const seen = [page]
  let next: string | undefined = from
  while (next !== undefined && !seen.includes(next)) {
    seen.push(next)
    next = entranceOf(at.context, next)
  }
  if (next === page) at.report('entrance_ring', { found: from, ring: [...seen, page].reverse().join(' → ') })
}

function baseOf(at: PagePlace, written: Partial<WrittenPageBase>): Omit<PageBase, 'kind'> {
  const { compilation, head, document, access = [] } = at
  const { parent, onlyFrom, theme, description } = written
  if (parent !== undefined) checkParent(at.at('parent'), parent)
  if (onlyFrom !== undefined) checkEntrance(at.at('onlyFrom'), onlyFrom)
  if (theme?.scene !== undefined) referToScene(at.at('theme', 'scene'), theme.scene)
  const titleBar = compileTitleBar(at, written)
  const surface = surfaceOf(at)
  const relation = access.find(isRelation)
  if (relation !== undefined && !document.isMade) at.at('access').report('page_access', { found: relation })
  return {
    id: head.id,
    path: head.path,
    title: head.title,
    ...(description ? { description } : {}),
    shell: written.shell ?? surface ?? 'site',
    ...given({ surface }),
    ...(surface ? { calls: toCallAddresses(compilation.operations.values(), CONSOLE_CALLS) } : {}),
    access,
    params: head.params,
    trail: trailOf(at),
    ...given({ theme, titleBar }),
    ...(onlyFrom ? { onlyFrom: compilation.pages.get(onlyFrom)?.path ?? '' } : {}),
  }
}

/** Compiles one page or zone. Returns null when one of its references could not be resolved (reported). */
export function compilePage(
  compilation: CompileContext,
  document: Document<WrittenBody>,
  head: WrittenPageHead,
): Page | null {
  const written: WrittenBody & Partial<WrittenPageBase> = document.value
  const kind = PAGE_KINDS[head.kind]
  const roots = kind.roots?.(head) ?? ROOTS_OF_ITEMS
  const at = new PagePlace({
    compilation,
    document,
    head,
    roots,
    access: [written.access ?? 'anyone'].flat(),
  })
  return kind.compile({ at, written, base: baseOf(at, written) })
}

/** Returns the surface that the page itself or its nearest ancestor declares; the site's where none does. */
function nearest({ compilation, head }: PagePlace): Surface {
  const seen = new Set<string>()
  let page: WrittenPageHead | undefined = head
  while (page && !seen.has(page.id)) {
    if (page.surface) return page.surface
    seen.add(page.id)
    page = page.parent ? compilation.pages.get(page.parent) : undefined
  }
  return 'site'
}

/** Returns the surface of a page. It is left out for the site, so that public pages do not carry it. */
function surfaceOf(at: PagePlace): PageBase['surface'] {
  if (nearest(at) === 'site') return undefined
  if (at.access?.includes('anyone')) at.at('surface').report('surface_public', { title: at.head.title })
  return 'console'
}

/** As much of a page as decides it; forms say what follows them. */
interface Written {
  readonly kind?: string
  readonly then?: string
  readonly titleBar?: WrittenTitleBar
}

/**
 * Compiles the title bar. A form, and a page that is not in the menu, have a back link unless their file declares
 * otherwise. A page with a parent page has a title bar anyway.
 */
function compileTitleBar(at: PagePlace, { kind, then, titleBar }: Written): TitleBarModel | undefined {
  if (titleBar === undefined) {
    const isApart = kind === 'form' ? then !== 'sign-in' : at.compilation.inMenu.get(at.head.id) === false
    return isApart ? {} : undefined
  }
  if (titleBar === false) return undefined
  if (titleBar.type !== undefined && titleBar.back !== undefined)
    at.at('titleBar', 'back').report('title_bar_steps')
  return titleBar
}
