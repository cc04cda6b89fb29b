// Reads the content of shared pages through the API as a visitor, so that they contain only public data.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Neighbour } from '#server/publishing/pages/item-page.ts'
import type { ListedItems } from '#server/publishing/pages/list-page.ts'
import type { SharedPages } from '#server/publishing/pages/shared-pages.ts'
import type { FeedItem } from './entry-words.ts'
import { readAsVisitor, requireAnswer } from './read-as-visitor.ts'

/** Undefined where a visitor may not read it, or there is none. */
export async function readItem(
  app: FastifyInstance,
  request: FastifyRequest,
  { page, parameter }: SharedPages,
  id: string,
): Promise<FeedItem | undefined> {
  const answer = await readAsVisitor(app, request, page.source, { [parameter]: id })
  requireAnswer(answer)
  return (answer.data as FeedItem | null) ?? undefined // as the engine answers every item
}

export async function readNeighbours(
  app: FastifyInstance,
  request: FastifyRequest,
  { page, parameter }: SharedPages,
  id: string,
): Promise<Neighbour[]> {
  if (!page.neighbours) return []
  const { data } = await readAsVisitor(app, request, page.neighbours, { [parameter]: id })
  const siblings = (data ?? {}) as { readonly previous?: FeedItem | null; readonly next?: FeedItem | null }
  const sides = [
    ['prev', siblings.previous],
    ['next', siblings.next],
  ] as const
  return sides.flatMap(([side, item]) =>
    item ? [{ side, id: String(item.id), title: String(item.title ?? '') }] : [],
  )
}

const PER_PAGE = 50

/** Undefined beyond the last page. */
export async function readList(
  app: FastifyInstance,
  request: FastifyRequest,
  { list }: SharedPages,
  page: number,
): Promise<ListedItems | undefined> {
  const listParams = { limit: String(PER_PAGE), page: String(page) }
  const answer = await readAsVisitor(app, request, list, {}, listParams)
  requireAnswer(answer)
  const found = answer.data as Omit<ListedItems, 'page'> | null // as every list answers
  if (!found || (page > 1 && found.list.length === 0)) return undefined
  return { ...found, page }
}
