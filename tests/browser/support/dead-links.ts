// Provides judging the links that were met on pages: which lead nowhere, and which are of one kind.

import { toReadSource } from '#portal/core/api/read-source.ts'
import { matchPage } from '#shared/addresses/match-page.ts'
import type { Model } from '#shared/model/model.ts'
import type { Page } from '#shared/model/page-model.ts'

/** What is subscribed to is no page. */
const FEEDS = '/feed/'

/** Each address, of this portal without its `#`, with the one where it was met first. */
export type FoundLinks = Map<string, string>

/** What the page reads first, filled from the address. */
function readOf({ pages }: Model, page: Page, address: string) {
  if (!('source' in page) || page.kind === 'compare') return null
  const [path = '', search = ''] = address.split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  const params = matchPage(pages, path)?.params ?? {}
  return toReadSource(page.source, { query, params }, page.kind === 'list' ? query : {})
}

async function statusOf(url: string, { path, params }: NonNullable<ReturnType<typeof readOf>>) {
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  return (await fetch(`${url}${path}?${query}`)).status
}

/** Calls that are made at once. */
const AT_ONCE = 6

/** What `judge` says of each entry, in their order, without those of which it says nothing. */
async function judged(
  found: FoundLinks,
  judge: (address: string, from: string) => Promise<string | null>,
): Promise<string[]> {
  const entries = [...found]
  const said: (string | null)[] = []
  while (entries.length > 0)
    said.push(...(await Promise.all(entries.splice(0, AT_ONCE).map((entry) => judge(...entry)))))
  return said.filter((line) => line !== null)
}

/**
 * One line for each link that is wrong: inner ones must be pages, and what a page that everybody may open reads for
 * them must be there, which is asked of the server; outer ones must be addresses.
 */
export function findDeadLinks(model: Model, url: string, links: FoundLinks): Promise<string[]> {
  return judged(links, async (address, from) => {
    if (!address.startsWith('/'))
      return /^(#[\w-]+$|https?:\/\/[^\s]+|mailto:)/.test(address) ? null : `${from} → ${address}: no address`
    if (address.startsWith(FEEDS)) {
      const { status } = await fetch(url + address)
      return status === 200 ? null : `${from} → ${address}: ${status}`
    }
    const found = matchPage(model.pages, address.split('?')[0] ?? '')?.page
    const page = found && model.pages.find(({ id }) => id === found.id)
    if (!page) return `${from} → ${address}: no page`
    if (!page.access.includes('anyone')) return null
    const read = readOf(model, page, address)
    const status = read ? await statusOf(url, read) : 200
    return status === 200 ? null : `${from} → ${address}: ${status}`
  })
}

/** One line for each picture of the portal's own that is not answered as one. */
export function findMissingPictures(url: string, pictures: FoundLinks): Promise<string[]> {
  return judged(pictures, async (address, from) => {
    if (!address.startsWith('/')) return null
    const { status, headers } = await fetch(url + address)
    const type = headers.get('content-type')
    const isThere = status === 200 && type?.startsWith('image/')
    return isThere ? null : `${from} → ${address}: ${status} ${type}`
  })
}

/**
 * Of the inner links the first of each page and set of parameters, since ten news differ in nothing but their id;
 * without those that are like an address in `opened`.
 */
export function onePerKind({ pages }: Model, links: FoundLinks, opened: readonly string[]): string[] {
  const kindOf = (address: string) => {
    const [path = '', query = ''] = address.split('?')
    return `${matchPage(pages, path)?.page.id ?? path}?${[...new URLSearchParams(query).keys()].sort()}`
  }
  const seen = new Set(opened.map(kindOf))
  const chosen: string[] = []
  for (const address of links.keys()) {
    if (!address.startsWith('/') || address.startsWith(FEEDS) || seen.has(kindOf(address))) continue
    seen.add(kindOf(address))
    chosen.push(address)
  }
  return chosen
}
