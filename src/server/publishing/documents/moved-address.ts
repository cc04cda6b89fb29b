// Redirects former addresses of pages, feeds and script-free documents.
import type { FastifyReply } from 'fastify'
import { formerTarget } from '#shared/addresses/former-target.ts'
import { formerNames } from '#shared/model/former-names.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

const formerOf = perModel((model: Model) => ({
  path: formerNames(model, 'path'),
  page: formerNames(model, 'page'),
  type: formerNames(model, 'type'),
}))

const SHARED = /^\/share\/([^/]+)(\/[^/]+)?$/
const FEED = /^\/feed\/(.+)\.(atom|rss|ics)$/

/** Of a path with its query, which goes along; undefined where nothing is known of it. */
export function movedAddress(model: Model, url: string): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/.exec(url) ?? []
  const former = formerOf(model)
  const [isShared, type = '', item = ''] = SHARED.exec(path) ?? []
  const [isFeed, page = '', form = ''] = FEED.exec(path) ?? []
  const to = isShared
    ? withName('/share/', former.type.get(type), item)
    : isFeed
      ? withName('/feed/', former.page.get(page), `.${form}`)
      : formerTarget(
          [...former.path].map(([from, then]) => ({ path: from, to: then })),
          path,
        )
  return to === undefined ? undefined : `${to}${query}`
}

const withName = (before: string, name: string | undefined, behind: string): string | undefined =>
  name === undefined ? undefined : `${before}${name}${behind}`

/** For good, as far as anybody can say; who kept the answer asks again before the day is over. */
export function sendMoved(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('cache-control', 'public, max-age=3600').redirect(to, 301)
}
