// Owns what the head of an item's page says to those who run no script: title, description, address, structured data.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Model } from '../../shared/model.ts'
import type { DetailPage } from '../../shared/pages/detail.ts'
import { readAsVisitor } from '../feeds/read-as-visitor.ts'
import { type Item, toStructured } from './structured-data.ts'

export interface ItemHead {
  readonly title: string
  readonly description: string
  /** Where the item is found, with its origin. */
  readonly address: string
  readonly structured: Item | undefined
}

const DESCRIPTION_LENGTH = 150

/** The page that shows an item at this address to everybody, and tells search engines about it. */
export function findItemPage({ pages }: Model, path: string): DetailPage | undefined {
  return pages.find(
    (page): page is DetailPage =>
      page.kind === 'detail' &&
      page.path === path &&
      page.structured !== undefined &&
      page.access.includes('anyone'),
  )
}

/** Undefined where a visitor may not read the item, or there is none. `origin` such as `https://portal.example`. */
export async function readItemHead(
  app: FastifyInstance,
  request: FastifyRequest,
  { model, page, origin }: { readonly model: Model; readonly page: DetailPage; readonly origin: string },
): Promise<ItemHead | undefined> {
  const query = Object.fromEntries(new URL(request.url, origin).searchParams)
  if (!isNamed(page, query)) return undefined
  // Through the front door as a visitor, so that nobody is told more than the interface tells everybody.
  const { data } = await readAsVisitor(app, request, page.source, query)
  const item = data as Item | null // as the engine answers every item
  const type = model.contentTypes.find(({ name }) => name === page.contentType)
  if (!item || !type || !page.structured) return undefined
  const structured = toStructured({ model, type, origin }, page.structured, item)
  const own = Object.entries(query).filter(([name]) => Object.hasOwn(page.params, name))
  const described = structured?.description
  return {
    title: String(item[page.heading] ?? page.title),
    description: cut(typeof described === 'string' ? described : (page.description ?? page.title)),
    address: `${origin}${page.path}?${new URLSearchParams(own)}`,
    structured,
  }
}

/** Whether the address says which item. */
function isNamed({ params }: DetailPage, query: Readonly<Record<string, string>>): boolean {
  return Object.entries(params).every(([name, { required }]) => !required || query[name])
}

function cut(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const letters = [...plain]
  return letters.length > DESCRIPTION_LENGTH ? `${letters.slice(0, DESCRIPTION_LENGTH - 1).join('')}…` : plain
}
