// Serves feeds and calendars to programs that run no script and never sign in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { sendCompressed } from '#server/platform/http/compressed.ts'
import { JSON_TYPE } from '#server/platform/http/envelope.ts'
import { digestOf, isUnchanged } from '#server/platform/http/etag.ts'
import { originOf } from '#server/platform/http/require-host.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { FeedItem } from '#server/publishing/documents/entry-words.ts'
import { movedAddress, sendMoved } from '#server/publishing/documents/moved-address.ts'
import { readAsVisitor, type VisitorAnswer } from '#server/publishing/documents/read-as-visitor.ts'
import { Failure } from '#shared/calls/errors.ts'
import { type FeedForm, feedAddress } from '#shared/model/feed.ts'
import type { Model } from '#shared/model/model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { buildEvents, buildFeed, type FeedContext, listedAddress, ownAddress } from './build-feed.ts'
import { toAtom, toRss } from './feed-document.ts'
import { toCalendar } from './to-calendar.ts'

const TYPES: Readonly<Record<FeedForm, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
}
const ADDRESS = /^(.+)\.(atom|rss|ics)$/
/** The number of entries of a feed; readers poll often and need no more. */
const ENTRIES = 30
const EVENTS_PAGE = 50
const EVENTS_PAGES = 4
/** The content security policy of a feed that is opened in a browser. */
const NOTHING_ELSE = "default-src 'none'; sandbox"
/** The parameters that a subscription does not set, such as paging: subscribers choose by the properties of items. */
const OWN_BUSINESS: ReadonlySet<string> = new Set([
  'page',
  'limit',
  'currentPage',
  'pageSize',
  'mine',
  'received',
  'ids',
])

type Query = Readonly<Record<string, string>>

interface FeedRequest {
  readonly request: FastifyRequest
  readonly model: Model
  readonly origin: string
  readonly form: FeedForm
  readonly query: Query
}

/** Thrown through to the caller as the interface answered it. */
class Refused extends Error {
  readonly answer: VisitorAnswer

  constructor(answer: VisitorAnswer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

/**
 * Adds the routes of feeds and calendars, `/feed/<page>.atom`, `.rss` and `.ics`, as a visitor may read them. An
 * address that a page had before redirects to the current one; any other unknown address is refused with
 * `NO_SUCH_ADDRESS`.
 *
 * @example
 * addFeedRoutes(app, source, settings) // serves /feed/exhibition/list.atom
 */
export function addFeedRoutes(app: FastifyInstance, source: ConfigurationSource, settings: Settings): void {
  app.get<{ Params: { '*': string } }>('/feed/*', async (request, reply) => {
    const { model } = source
    const [, id, form] = ADDRESS.exec(request.params['*']) ?? []
    const page = model.pages.find((one) => one.id === id)
    const origin = originOf(request, settings)
    const query = Object.fromEntries(new URL(request.url, origin).searchParams)
    const feedRequest = { request, model, origin, form: form as FeedForm, query }
    const text = await textOf(app, feedRequest, page).catch((error: unknown) => {
      if (error instanceof Refused) return error
      throw error
    })
    const moved = text === undefined && !page ? movedAddress(model, request.url) : undefined
    if (moved !== undefined) return sendMoved(reply, moved)
    if (text === undefined) throw new Failure('NO_SUCH_ADDRESS')
    if (typeof text !== 'string')
      return reply.code(text.answer.status).header('content-type', JSON_TYPE).send(text.answer.body)
    return answer(request, reply, form as FeedForm, text)
  })
}

async function textOf(
  app: FastifyInstance,
  feedRequest: FeedRequest,
  page: Model['pages'][number] | undefined,
): Promise<string | undefined> {
  const { model, origin } = feedRequest
  if (page?.kind !== 'list' && page?.kind !== 'detail') return undefined
  const type = model.contentTypes.find(({ name }) => name === page.contentType)
  if (!type) return undefined
  const around = { model, type, origin }
  if (page.kind === 'list' && page.feed)
    return feedRequest.form === 'ics'
      ? toListCalendar(app, feedRequest, around, page)
      : toFeed(app, feedRequest, around, page)
  return page.kind === 'detail' && page.calendar && feedRequest.form === 'ics'
    ? toItemCalendar(app, feedRequest, around, page)
    : undefined
}

async function toFeed(
  app: FastifyInstance,
  feedRequest: FeedRequest,
  around: FeedContext,
  page: ListPage,
): Promise<string> {
  const items = await listItems(app, feedRequest, page, { limit: String(ENTRIES) })
  const search = new URLSearchParams(narrowing(feedRequest, page)).toString()
  const self = `${feedRequest.origin}${feedAddress(page.id, feedRequest.form)}${search ? `?${search}` : ''}`
  const feed = buildFeed(around, page, items, { self, publisher: around.model.site.name })
  return feedRequest.form === 'rss' ? toRss(feed) : toAtom(feed)
}

async function toListCalendar(
  app: FastifyInstance,
  feedRequest: FeedRequest,
  around: FeedContext,
  page: ListPage,
): Promise<string | undefined> {
  if (!page.feed?.calendar) return undefined
  const items: FeedItem[] = []
  for (let at = 1; at <= EVENTS_PAGES; at += 1) {
    const more = await listItems(app, feedRequest, page, { limit: String(EVENTS_PAGE), page: String(at) })
    items.push(...more)
    if (more.length < EVENTS_PAGE) break
  }
  return toCalendar(page.title, buildEvents(around, items, listedAddress(feedRequest.origin, page)))
}

async function toItemCalendar(
  app: FastifyInstance,
  { request, origin, query }: FeedRequest,
  around: FeedContext,
  page: DetailPage,
): Promise<string | undefined> {
  const named = Object.entries(page.params)
  if (named.some(([name, { required }]) => required && !query[name])) return undefined
  const own = Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(page.params, name)))
  const read = await readAsVisitor(app, request, page.source, own)
  if (read.status !== 200) throw new Refused(read)
  if (read.data === null) return undefined
  const item = read.data as FeedItem // as the engine answers every item
  return toCalendar(String(item.title), buildEvents(around, [item], ownAddress(origin, page, own)))
}

async function listItems(
  app: FastifyInstance,
  feedRequest: FeedRequest,
  page: ListPage,
  paging: Query,
): Promise<readonly FeedItem[]> {
  const more = { ...narrowing(feedRequest, page), ...paging }
  const read = await readAsVisitor(app, feedRequest.request, page.source, feedRequest.query, more)
  if (read.status !== 200) throw new Refused(read)
  return (read.data as { readonly list: readonly FeedItem[] }).list // as every list answers
}

/** Returns the parameters of the address that the list's operation declares. */
function narrowing({ model, query }: FeedRequest, { source }: ListPage): Query {
  const params = model.operations.find(({ id }) => id === source.operation)?.params ?? {}
  const known = new Set(Object.keys((params.properties ?? {}) as object))
  const patterns = Object.keys((params.patternProperties ?? {}) as object).map((one) => new RegExp(one))
  const isKnown = (name: string) => known.has(name) || patterns.some((pattern) => pattern.test(name))
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value !== '' && isKnown(name) && !OWN_BUSINESS.has(name)),
  )
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  form: FeedForm,
  text: string,
): Promise<FastifyReply> | FastifyReply {
  reply
    // An item taken offline is missing from every feed at the next request.
    .header('cache-control', 'no-cache')
    .header('content-security-policy', NOTHING_ELSE)
  if (isUnchanged(request, reply, `W/"${digestOf(text)}"`)) return reply.send()
  reply.header('content-type', TYPES[form])
  if (form === 'ics') reply.header('content-disposition', 'attachment; filename="calendar.ics"')
  return sendCompressed(request, reply, text)
}
