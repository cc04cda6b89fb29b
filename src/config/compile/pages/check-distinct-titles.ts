// Checks that choices have distinct titles: content types, zones, menu entries, dictionaries.

import type { WrittenMenu, WrittenMenuItem } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import { isInAudience, toRoleCaller } from '#shared/access/roles.ts'

type Titled = 'content' | 'zone' | 'dictionary'

/** Readers see the first two; dictionaries are named to authors alone, where two may mean the same of different things. */
const NOUNS: Readonly<Record<Titled, { readonly noun: string; readonly slug: string }>> = {
  content: { noun: '内容类型', slug: 'title_twice' },
  zone: { noun: '专区', slug: 'title_twice' },
  dictionary: { noun: '字典', slug: 'title_alike' },
}

export function checkTitlesApart(context: Context): void {
  checkSetTitles(context)
  for (const [kind, { noun, slug }] of Object.entries(NOUNS)) {
    const seen = new Map<string, string>()
    for (const [id, document] of context.of(kind as Titled)) {
      if (document.isMade) continue
      const { title } = document.value as { readonly title: string }
      const other = seen.get(title)
      if (other === undefined) seen.set(title, id)
      else
        context.report(document, ['title'], {
          slug,
          message: `${noun}“${id}”与“${other}”的名称都是“${title}”，无法区分，请改其一`,
          found: title,
        })
    }
  }
}

/** Checks the titles of categories. Equal titles are allowed under different parents, which tell them apart. */
function checkSetTitles(context: Context): void {
  const seen = new Map<string, string>()
  for (const [id, document] of context.of('set')) {
    const { title, parent = '' } = document.value
    const [family = '', name = ''] = id.split('/')
    const key = JSON.stringify([family, parent, title])
    const other = seen.get(key)
    if (other === undefined) seen.set(key, name)
    else
      context.report(document, ['title'], {
        slug: 'title_twice',
        message: `${parent === '' ? '最上一级' : `“${parent}”之下`}的类目“${name}”与“${other}”的名称都是“${title}”，无法区分：请改其一；若为复制后未修改，请改写或删去该文件`,
        found: title,
      })
  }
}

type Pages = ReadonlyMap<string, { readonly title: string; readonly access: readonly string[] }>

/** Beside one another, and below: what leads to another page is called something else. */
export function checkMenuTitles(here: Place<WrittenMenu>, pages: Pages): void {
  const titleOf = ({ title, page }: WrittenMenuItem) => title ?? pages.get(page)?.title
  const accessOf = ({ access, page }: WrittenMenuItem) =>
    access === undefined ? (pages.get(page)?.access ?? []) : [access].flat()
  const askers = [null, ...here.context.roles.map((role) => toRoleCaller(role))]
  const isSeenWith = (one: WrittenMenuItem, other: WrittenMenuItem) =>
    askers.some((caller) => isInAudience(caller, accessOf(one)) && isInAudience(caller, accessOf(other)))
  const isDuplicate = (one: WrittenMenuItem, other: WrittenMenuItem) =>
    !one.hidden &&
    one.page !== other.page &&
    titleOf(one) !== undefined &&
    titleOf(one) === titleOf(other) &&
    isSeenWith(one, other)
  const walk = (nodes: readonly WrittenMenuItem[], path: Path, above?: WrittenMenuItem): void => {
    for (const [index, node] of nodes.entries()) {
      const at = [...path, index]
      const sibling = nodes.slice(0, index).find((one) => one.user === node.user && isDuplicate(one, node))
      const other = sibling ?? (above && isDuplicate(above, node) ? above : undefined)
      if (!node.hidden && other) {
        const page = node.title === undefined ? here.context.of('page').get(node.page) : undefined
        here.context.report(page ?? here.document, page ? ['title'] : [...at, 'title'], {
          slug: 'title_twice',
          message: `“${node.id}”与${sibling ? '同级的' : '上级'}“${other.id}”在菜单中的名称都是“${titleOf(node)}”，却通向不同的页面（${node.page}、${other.page}），请改其一`,
          found: titleOf(node) ?? '',
        })
      }
      walk(node.children ?? [], [...at, 'children'], node)
    }
  }
  walk(here.document.value.items, ['items'])
}

/** Checks that pages open to visitors are in the main menu; visitors find them only there. */
export function checkMenuOpen(here: Place<WrittenMenu>, pages: Pages): void {
  const isOpen = ({ page, access }: WrittenMenuItem) =>
    (access === undefined ? (pages.get(page)?.access ?? []) : [access].flat()).includes('anyone')
  const allOf = (node: WrittenMenuItem): WrittenMenuItem[] => [node, ...(node.children ?? []).flatMap(allOf)]
  const shown = here.document.value.items.filter(({ user, hidden }) => !user && !hidden).flatMap(allOf)
  for (const [index, node] of here.document.value.items.entries()) {
    if (!node.user || node.hidden || !allOf(node).every(isOpen)) continue
    if (shown.some(({ page }) => page === node.page)) continue
    here.at('items', index, 'user').report({
      slug: 'menu_user_open',
      message: `访客也能打开“${node.id}”的页面（${node.page}），菜单却只对已登录用户显示（user）：请去掉 user，或用 access 写明受众`,
      found: node.page,
    })
  }
}
