// Compiles pages and zones: the shared properties first, then the properties of each kind.

import { given } from '#config/compile/common/given.ts'
import {
  type CompileContext,
  ROOTS_OF_ITEMS,
  type WrittenPageHead,
} from '#config/compile/links/compile-context.ts'
import { referToScene } from '#config/compile/site/compile-scenes.ts'
import { sitePage } from '#config/compile/site/compile-site.ts'
import type { WrittenPageBase, WrittenTitleBar } from '#config/generated/written.ts'
import type { Document } from '#config/load/document.ts'
import { placeAt } from '#config/load/place.ts'
import type { Audience } from '#shared/access/roles.ts'
import { isRelation } from '#shared/access/roles.ts'
import type { Page, PageBase, Surface, TitleBarModel } from '#shared/model/page-model.ts'
import { PAGE_KINDS } from './generated/page-kinds.ts'
import type { WrittenBody } from './page-kind.ts'

/** From 首页 down to the parent, following `parent`. */
function trailOf(compilation: CompileContext, document: Document, head: WrittenPageHead): PageBase['trail'] {
  const trail: { title: string; path: string }[] = []
  const seen = new Set([head.id])
  let parent = head.parent
  while (parent) {
    const page = compilation.pages.get(parent)
    if (!page) break
    if (seen.has(parent)) {
      compilation.context.report(document, ['parent'], {
        slug: 'parent_cycle',
        message: `上级页面“${parent}”形成了循环`,
      })
      break
    }
    seen.add(parent)
    trail.unshift({ title: page.title, path: page.path.replace(/\/:[^/]+\?$/, '') })
    parent = page.parent
  }
  const home = compilation.pages.get(sitePage(compilation.context, 'home') ?? '')
  if (home && head.id !== home.id) trail.unshift({ title: '首页', path: home.path })
  return trail
}

/** A crumb names no item, so the page above must open without one. */
function checkParent(compilation: CompileContext, document: Document, parent: string): void {
  const page = compilation.pages.get(parent)
  const [needed] = Object.entries(page?.params ?? {}).flatMap(([name, { required }]) =>
    required ? [name] : [],
  )
  if (!page || needed === undefined) return
  compilation.context.report(document, ['parent'], {
    slug: 'parent_needs',
    message: `上级页面“${page.title}”（${parent}）需要参数 ${needed}，面包屑链接却不带参数，无法打开：请改写更上一级的页面`,
    found: parent,
  })
}

/** A page that is entered from itself, or from one that is entered from it, is never entered. */
function checkEntrance(
  compilation: CompileContext,
  document: Document,
  page: string,
  from: string | undefined,
): void {
  const pages = compilation.context.of('page')
  const seen = [page]
  let at = from
  while (at !== undefined && !seen.includes(at)) {
    seen.push(at)
    at = (pages.get(at)?.value as Partial<WrittenPageBase> | undefined)?.onlyFrom
  }
  if (at !== page) return
  compilation.context.report(document, ['onlyFrom'], {
    slug: 'entrance_ring',
    message: `只能从“${from}”进入，而后者又只能从本页进入：${[...seen, page].reverse().join(' → ')}，无法打开，请改正其一`,
    found: from ?? '',
  })
}

function baseOf(
  compilation: CompileContext,
  document: Document,
  head: WrittenPageHead,
  written: Partial<WrittenPageBase>,
): Omit<PageBase, 'kind'> {
  if (written.parent !== undefined)
    compilation.context.refers(document, ['parent'], 'page', '上级页面', written.parent, compilation.pages)
  if (written.parent !== undefined) checkParent(compilation, document, written.parent)
  if (written.onlyFrom !== undefined)
    compilation.context.refers(document, ['onlyFrom'], 'page', '页面', written.onlyFrom, compilation.pages)
  if (written.theme?.scene !== undefined)
    referToScene(placeAt({ compilation, document }, ['theme', 'scene']), written.theme.scene)
  checkEntrance(compilation, document, head.id, written.onlyFrom)
  const titleBar = compileTitleBar(compilation, document, head.id, written)
  const access = written.access ? [written.access].flat() : (['anyone'] as const)
  const relation = access.find(isRelation)
  if (relation !== undefined && !document.isMade)
    compilation.context.report(document, ['access'], {
      slug: 'page_access',
      message: `页面没有所有者，access 不能写“${relation}”，请写角色；某条内容可由谁查看由数据来源判断`,
      found: relation,
    })
  return {
    id: head.id,
    path: head.path,
    title: head.title,
    ...(written.description ? { description: written.description } : {}),
    shell: written.shell ?? 'site',
    ...surfaceOf(compilation, document, head, access),
    access,
    params: head.params,
    trail: trailOf(compilation, document, head),
    ...given({ theme: written.theme, titleBar }),
    ...(written.onlyFrom ? { onlyFrom: compilation.pages.get(written.onlyFrom)?.path ?? '' } : {}),
  }
}

/** Compiles one page or zone. Returns null when one of its references could not be resolved (reported). */
export function compilePage(
  compilation: CompileContext,
  document: Document<WrittenBody>,
  head: WrittenPageHead,
): Page | null {
  const written = document.value
  const kind = PAGE_KINDS[head.kind]
  const roots = kind.roots?.(head) ?? ROOTS_OF_ITEMS
  const base = baseOf(compilation, document, head, written)
  return kind.compile({ around: { compilation, document, head, roots, access: base.access }, written, base })
}

/** Returns the surface that the page itself or its nearest ancestor declares; the site's where none does. */
function nearest(compilation: CompileContext, head: WrittenPageHead): Surface {
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
function surfaceOf(
  compilation: CompileContext,
  document: Document,
  head: WrittenPageHead,
  access: readonly Audience[],
): Pick<PageBase, 'surface'> {
  if (nearest(compilation, head) === 'site') return {}
  if (access.includes('anyone'))
    compilation.context.report(document, ['surface'], {
      slug: 'surface_public',
      message: `运营界面的控件样式不用于公众页面：请为页面“${head.title}”写 access，或写 "surface": "site"`,
    })
  return { surface: 'console' }
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
function compileTitleBar(
  { context, inMenu }: CompileContext,
  document: Document,
  id: string,
  { kind, then, titleBar }: Written,
): TitleBarModel | undefined {
  if (titleBar === undefined) {
    const isApart = kind === 'form' ? then !== 'sign-in' : inMenu.get(id) === false
    return isApart ? {} : undefined
  }
  if (titleBar === false) return undefined
  if (titleBar.type !== undefined && titleBar.back !== undefined)
    context.report(document, ['titleBar', 'back'], {
      slug: 'title_bar_steps',
      message: '标题栏写了 type，“返回”固定回到首页，back 不起作用，请删去其一',
    })
  return titleBar
}
