// Finds links that lead nowhere: web addresses that do not answer, and addresses of the portal without a public page.

import type { Changed } from '#server/content/fields/public-texts.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { matchPage, type PageMatch } from '#shared/addresses/match-page.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import { shortenText } from '#shared/formats/text-length.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'
import type { Page } from '#shared/model/page-model.ts'
import type { Checked } from './checked.ts'

const MAX_SHOWN = 60
const MAX_NAMED = 3

export async function findDeadLinks(context: Checked, { body, fields }: Changed): Promise<FieldError[]> {
  const linked = fields
    .map((field) => ({ field, links: linksIn(field.type, body[field.name]) }))
    .filter(({ links }) => links.length > 0)
  const all = linked.flatMap(({ links }) => links)
  const own = all.filter((link) => pathOf(context, link) !== undefined)
  const [dead, lost] = await Promise.all([
    context.services.links.findDead(all.filter((link) => isWeb(link) && !own.includes(link))),
    findLost(context, own),
  ])
  return linked.flatMap(({ field, links }) => {
    const wrong = links.filter((link) => dead.has(link) || lost.has(link))
    if (wrong.length === 0) return []
    const named = wrong.slice(0, MAX_NAMED).map((link) => shortenText(link, MAX_SHOWN))
    const more = wrong.length > MAX_NAMED ? `等 ${wrong.length} 个` : ''
    return [{ path: `/${field.name}`, message: `“${field.title}”有打不开的链接：${named.join('、')}${more}` }]
  })
}

/** Asks for the web addresses in a text ahead, so that no transaction waits for the answers. */
export async function probeLinks(
  { plan, services }: Pick<Checked, 'plan' | 'services'>,
  body: unknown,
): Promise<void> {
  if (!plan.type.checks?.links || typeof body !== 'object' || body === null) return
  const values = body as Readonly<Record<string, unknown>>
  const links = plan.own.flatMap(({ name, type }) => linksIn(type, values[name])).filter(isWeb)
  await services.links.findDead(links)
}

const isWeb = (link: string): boolean => /^https?:\/\//i.test(link) && URL.canParse(link)

function linksIn(type: string, value: unknown): string[] {
  if (typeof value !== 'string' || value === '') return []
  if (type === 'url') return [value]
  if (type !== 'rich-text') return []
  const found = [...value.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, href = '']) => href)
  return [...new Set(found.map((href) => href.replaceAll('&amp;', '&')))]
}

/** The part of a portal's own address that its router reads; undefined for any other address. */
function pathOf({ call }: Checked, link: string): string | undefined {
  const origin = call?.request.origin
  const local = origin !== undefined && link.startsWith(`${origin}/`) ? link.slice(origin.length) : link
  return /^\/?#(\/.*)$/.exec(local)?.[1]
}

/** Those without a page, or that name an item which the public does not read. */
async function findLost(context: Checked, links: readonly string[]): Promise<ReadonlySet<string>> {
  const model = context.services.model()
  const read = links.map((link) => {
    const [path = '', query = ''] = (pathOf(context, link) ?? '').split('?')
    const match = matchPage(model.pages, path)
    return { link, match, id: match?.params.id ?? new URLSearchParams(query).get('id') ?? '' }
  })
  const details = read.filter(({ match, id }) => match?.page.kind === 'detail' && id !== '')
  const ids = details.map(({ id }) => id)
  const rows =
    ids.length > 0
      ? await context.db.selectFrom('item').select(['id', 'type', 'status']).where('id', 'in', ids).execute()
      : []
  const known = new Map(rows.map((row) => [row.id, row]))
  const isOpen = (id: string): boolean => {
    const row = known.get(id)
    const plan = row && findPlan(model, row.type)
    return row !== undefined && plan !== undefined && isPublic(plan.type.lifecycle, row.status)
  }
  const lost = [
    ...read.filter(({ match }) => match === null),
    ...details.filter(({ match, id }) => isItemPage(match) && !isOpen(id)),
  ]
  return new Set(lost.map(({ link }) => link))
}

/** Pages of accounts, conversations and the like name something else by `id`. */
const isItemPage = (match: PageMatch<Page> | null): boolean =>
  match?.page.kind === 'detail' && match.page.share?.type !== undefined
