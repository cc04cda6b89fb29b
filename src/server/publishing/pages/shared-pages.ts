// Finds the content types that have script-free pages: those whose items every visitor can read.

import type { Share } from '#shared/content/page-description.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Source } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { perModel } from '#shared/model/per-model.ts'

export interface SharedPages {
  readonly type: ContentType
  readonly page: DetailPage
  readonly share: Share
  /** Query parameter of the page that names the item. */
  readonly parameter: string
  /** All of the type that visitors may list. */
  readonly list: Source
  /** The page that lists them, where there is one. */
  readonly listPage: ListPage | undefined
}

/** By content type, in the order of the configuration. */
export const sharedPages = perModel(
  (model: Model): ReadonlyMap<string, SharedPages> =>
    new Map(model.pages.flatMap((page) => toShared(model, page))),
)

function toShared(model: Model, page: Model['pages'][number]): [string, SharedPages][] {
  if (page.kind !== 'detail' || page.share?.type === undefined) return []
  const type = model.contentTypes.find(({ name }) => name === page.contentType)
  const list = listOf(model, page.share.type)
  const [, parameter] = /^\{query\.(\w+)\}$/.exec(String(page.source.params.id)) ?? []
  if (!type || !list || parameter === undefined) return []
  return [[type.name, { type, page, share: page.share, parameter, list, listPage: listPageOf(model, page) }]]
}

/** Chooses the public list of a type that leaves out the fewest items. */
function listOf({ operations }: Model, type: string): Source | undefined {
  const lists = operations.filter(
    ({ content, access }) => content?.type === type && content.action === 'list' && access.includes('anyone'),
  )
  const fixed = ({ content }: (typeof lists)[number]) => Object.keys(content?.fixed ?? {}).length
  const [widest] = lists.sort((a, b) => fixed(a) - fixed(b))
  return widest && { operation: widest.id, method: widest.method, path: widest.path, params: {} }
}

/** The one that the breadcrumb names before any other. */
function listPageOf({ pages }: Model, { contentType, trail }: DetailPage): ListPage | undefined {
  const lists = pages.filter(
    (page): page is ListPage =>
      page.kind === 'list' && page.contentType === contentType && page.access.includes('anyone'),
  )
  const trailed = new Set(trail.map(({ path }) => path))
  return lists.find(({ path }) => trailed.has(path.replace(/\/:[^/]+\?$/, ''))) ?? lists[0]
}
