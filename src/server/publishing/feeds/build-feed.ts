// Builds feeds and calendars from the items of a page.

import { shortAreaName } from '#server/platform/areas/area-names.ts'
import { type FeedItem, summaryOf } from '#server/publishing/documents/entry-words.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { CalendarEvent } from '#shared/model/calendar-event.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Link } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import type { FeedDocument, FeedEntry } from './feed-document.ts'
import type { CalendarEntry } from './to-calendar.ts'

export interface FeedContext {
  readonly model: Model
  readonly type: ContentType
  /** Such as `https://portal.example`. */
  readonly origin: string
}

/** The optional last parameter of a page's path, which is left out. */
const OPTIONAL = /\/:[^/]+\?$/

export const pageAddress = (origin: string, path: string): string => `${origin}${path.replace(OPTIONAL, '')}`

function linkAddress(origin: string, { path, params }: Link, item: FeedItem): string {
  const query = Object.entries(fillParams(params, { item })).map(([name, value]) => [name, String(value)])
  return `${pageAddress(origin, path)}?${new URLSearchParams(query as [string, string][])}`
}

export function buildFeed(
  around: FeedContext,
  page: ListPage,
  items: readonly FeedItem[],
  named: Pick<FeedDocument, 'self' | 'publisher'>,
): FeedDocument {
  const { origin } = around
  return {
    ...named,
    title: `${page.title} - ${named.publisher}`,
    description: page.description ?? '',
    page: pageAddress(origin, page.path),
    entries: items.map((item) => toEntry(around, page, item)),
  }
}

function toEntry(
  { model, type, origin }: FeedContext,
  { columns, open }: ListPage,
  item: FeedItem,
): FeedEntry {
  const createdAt = String(item.createdAt)
  const shown = columns.filter(({ field }) => field.name !== type.heading)
  return {
    id: `tag:${new URL(origin).hostname},2026:${type.name}/${String(item.id)}`,
    title: String(item.title),
    summary: summaryOf(model.dictionaries, shown, item),
    address: open ? linkAddress(origin, open, item) : origin,
    publishedAt: String(item.publishedAt ?? createdAt),
    updatedAt: String(item.updatedAt ?? createdAt),
  }
}

/** Items whose dates are not known yet make no event. */
export function buildEvents(
  { type, origin }: Omit<FeedContext, 'model'>,
  items: readonly FeedItem[],
  addressOf: (item: FeedItem) => string,
): CalendarEntry[] {
  const places = (event: CalendarEvent, item: FeedItem) =>
    (event.place ?? []).flatMap((name) => {
      const value = item[name]
      if (typeof value !== 'string' || value === '') return []
      const isRegion = type.fields.some((field) => field.name === name && field.type === 'region')
      return [(isRegion ? shortAreaName(value) : undefined) ?? value]
    })
  return items.flatMap((item) =>
    (type.calendar ?? []).flatMap((event): CalendarEntry[] => {
      const [from, to] = [item[event.from], event.to === undefined ? undefined : item[event.to]]
      if (!isTime(from)) return []
      const title = String(item.title)
      return [
        {
          uid: `${type.name}.${event.from}.${String(item.id)}@${new URL(origin).hostname}`,
          title: event.title ? `${event.title}：${title}` : title,
          description: `${type.title}，见 ${addressOf(item)}`,
          place: places(event, item).join(' '),
          address: addressOf(item),
          updatedAt: String(item.updatedAt ?? item.createdAt),
          from,
          ...(isTime(to) ? { to } : {}),
        },
      ]
    }),
  )
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(new Date(value).getTime())

export const listedAddress =
  (origin: string, { open }: ListPage) =>
  (item: FeedItem): string =>
    open ? linkAddress(origin, open, item) : origin

export const ownAddress =
  (origin: string, { path }: DetailPage, query: Readonly<Record<string, string>>) =>
  (): string =>
    `${pageAddress(origin, path)}?${new URLSearchParams(query)}`
