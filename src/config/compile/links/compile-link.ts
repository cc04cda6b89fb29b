// Compiles links: to a page, to the page of an item's type, to another site.

import type { WrittenLink } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import { placeAt } from '#config/load/place.ts'
import type { Link } from '#shared/model/page-model.ts'
import { checkLinkedType } from './check-item-type.ts'
import { checkEntered, checkFollowed } from './check-link-target.ts'
import { checkDataType } from './check-matching-type.ts'
import type { CompileContext, PageContext, WrittenPageHead } from './compile-context.ts'
import { checkParams, checkPlaceholders } from './compile-source.ts'

export function compileLink(place: PageContext, path: Path, written: WrittenLink | undefined): Link | null {
  if (written === undefined) return null
  const { page: id, params = {} } = typeof written === 'string' ? { page: written } : written
  const at = typeof written === 'string' ? path : [...path, 'page']
  if (/^\{item\.\w+\}$/.test(id)) {
    // The record itself says where it leads.
    checkPlaceholders(place, at, id)
    return { page: id, path: id, params: {} }
  }
  if (id.includes('*'))
    return compileItemLink(place, path, typeof written === 'string' ? { page: id } : written)
  const { context, pages } = place.compilation
  const target = placeAt(place, at).find('page', '页面', id, pages)
  if (!target) return null
  checkParams(place, path, target, params)
  checkDataType(place, [...path, 'params'], params)
  context.links.add(`${place.head.id} ${id}`)
  checkLinkedType(place, at, target, params.id)
  checkFollowed(place, at, target)
  checkEntered(place, at, id)
  return { page: id, path: target.path, params, ...(target.max ? { max: target.max } : {}) }
}

/** By content type: its page for everybody with `*` alone, else the page whose id has the type's name there. */
export function pagesByType(
  { contentTypes, details, pages }: CompileContext,
  pattern: string,
): ReadonlyMap<string, WrittenPageHead> {
  if (pattern === '*') return details
  const found = [...contentTypes.keys()].flatMap((name): [string, WrittenPageHead][] => {
    const page = pages.get(pattern.replace('*', name))
    return page ? [[name, page]] : []
  })
  return new Map(found)
}

/** Opens an item of any content type on a page of that type. */
export function compileItemLink(
  place: PageContext,
  path: Path,
  written: Exclude<WrittenLink, string>,
): Link | null {
  const { page, type = '{item.type}', params = {} } = written
  const { context, pages } = place.compilation
  const targets = pagesByType(place.compilation, page)
  if (targets.size === 0) {
    placeAt(place, [...path, 'page']).refers('page', '页面', page, pages)
    return null
  }
  // Which fields records have is said with the type that they lack.
  const isReported = (place.record?.names ?? []).length > 0
  checkPlaceholders(isReported ? { ...place, record: undefined } : place, [...path, 'type'], type)
  checkTypeField(place, path, type, written.type === undefined)
  for (const target of targets.values()) {
    checkParams(place, path, target, params)
    context.used.add(`page:${target.id}`)
  }
  const routes = Object.fromEntries([...targets].map(([name, { path: route }]) => [name, route]))
  return { page, path: '', type, pages: routes, params }
}

/** Records that do not tell which type they are about lead nowhere. */
export function checkTypeField(
  { compilation, document, record }: PageContext,
  path: Path,
  type: string,
  isDefault: boolean,
): void {
  const field = /^\{item\.(\w+)\}$/.exec(type)?.[1]
  const { names = [], title } = record ?? {}
  if (field === undefined || names.length === 0 || names.includes(field)) return
  compilation.context.report(document, [...path, isDefault ? 'page' : 'type'], {
    slug: 'link_type',
    message: `“${title ?? ''}”的记录没有“${field}”，无法确定打开哪类内容的页面：请用 type 写明，例如 {item.dataType}`,
    found: field,
    known: names,
  })
}
