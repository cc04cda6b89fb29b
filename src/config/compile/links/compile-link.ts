// Compiles links: to a page, to the page of an item's type, to another site.

import type { WrittenLink } from '#config/generated/written.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Link } from '#shared/model/page-model.ts'
import { checkLinkedType } from './check-item-type.ts'
import { checkEntered, checkFollowed } from './check-link-target.ts'
import { checkDataType } from './check-matching-type.ts'
import type { CompileContext, PagePlace, WrittenPageHead } from './compile-context.ts'
import { checkParams, checkPlaceholders } from './compile-source.ts'

export function compileLink(at: PagePlace, written: WrittenLink | undefined): Link | null {
  if (written === undefined) return null
  const { page: id, params = {} } = typeof written === 'string' ? { page: written } : written
  const named = typeof written === 'string' ? at : at.at('page')
  if (/^\{item\.\w+\}$/.test(id)) {
    // The record itself says where it leads.
    checkPlaceholders(named, id)
    return { page: id, path: id, params: {} }
  }
  if (id.includes('*')) return compileItemLink(at, typeof written === 'string' ? { page: id } : written)
  const target = named.find('page', '页面', id, at.compilation.pages)
  if (!target) return null
  checkParams(at, target, params)
  checkDataType(at.at('params'), params)
  at.context.links.add(`${at.head.id} ${id}`)
  checkLinkedType(named, target, params.id)
  checkFollowed(named, target)
  checkEntered(named, id)
  return { page: id, path: target.path, params, ...(target.max ? { max: target.max } : {}) }
}

/**
 * By content type or kind of the inbox: its page for everybody with `*` alone, else the page whose id has its name there. A
 * kind whose page does not take the parameters is not meant.
 */
function pagesByType(
  { context, contentTypes, details, pages }: CompileContext,
  pattern: string,
  params: NonNullable<Exclude<WrittenLink, string>['params']>,
): ReadonlyMap<string, WrittenPageHead> {
  if (pattern === '*') return details
  const kinds = context.of('dictionary').get(DICTIONARY.waitingKinds)?.value.items ?? []
  const pageOf = (name: string) => pages.get(pattern.replace('*', name))
  const isMeant = (page: WrittenPageHead | undefined) =>
    page !== undefined && Object.keys(params).every((name) => Object.hasOwn(page.params, name))
  const names = [
    ...contentTypes.keys(),
    ...kinds.map(({ value }) => value).filter((name) => isMeant(pageOf(name))),
  ]
  return new Map(
    names.flatMap((name): [string, WrittenPageHead][] => {
      const page = pageOf(name)
      return page ? [[name, page]] : []
    }),
  )
}

/** Opens an item of any content type on a page of that type. */
function compileItemLink(at: PagePlace, written: Exclude<WrittenLink, string>): Link | null {
  const { page, type = '{item.type}', params = {} } = written
  const { compilation, context, record } = at
  const targets = pagesByType(compilation, page, params)
  if (targets.size === 0) {
    at.at('page').refers('page', '页面', page, compilation.pages)
    return null
  }
  // Which fields records have is said with the type that they lack.
  const isReported = (record?.names ?? []).length > 0
  checkPlaceholders((isReported ? at.with({ record: undefined }) : at).at('type'), type)
  checkTypeField(at.at(written.type === undefined ? 'page' : 'type'), type)
  for (const target of targets.values()) {
    checkParams(at, target, params)
    context.used.add(`page:${target.id}`)
  }
  const routes = Object.fromEntries([...targets].map(([name, { path: route }]) => [name, route]))
  return { page, path: '', type, pages: routes, params }
}

/** Records that do not tell which type they are about lead nowhere. */
function checkTypeField(at: PagePlace, type: string): void {
  const field = /^\{item\.(\w+)\}$/.exec(type)?.[1]
  const { names = [], title } = at.record ?? {}
  if (field === undefined || names.length === 0) return
  at.expect(names, field, 'link_type', { title: title ?? '' })
}
