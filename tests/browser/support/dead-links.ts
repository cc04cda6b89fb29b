// Owns judging the links that were met on pages: which lead nowhere, and which are of one kind.

import { toRead } from '../../../src/portal/widgets/to-read.ts'
import { matchPage } from '../../../src/shared/match-page.ts'
import type { Model } from '../../../src/shared/model.ts'
import type { Page } from '../../../src/shared/page-model.ts'

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
  return toRead(page.source, { query, params }, page.kind === 'list' ? query : {})
}

async function statusOf(url: string, { path, params }: NonNullable<ReturnType<typeof readOf>>) {
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  return (await fetch(`${url}${path}?${query}`)).status
}

/**
 * One line for each link that is wrong: inner ones must be pages, and what a page that everybody may open reads for
 * them must be there, which is asked of the server; outer ones must be addresses.
 */
export async function findDeadLinks(model: Model, url: string, links: FoundLinks): Promise<string[]> {
  const dead: string[] = []
  for (const [address, from] of links) {
    if (!address.startsWith('/')) {
      if (!/^(#[\w-]+$|https?:\/\/[^\s]+|mailto:)/.test(address))
        dead.push(`${from} → ${address}: no address`)
      continue
    }
    if (address.startsWith(FEEDS)) {
      const { status } = await fetch(url + address)
      if (status !== 200) dead.push(`${from} → ${address}: ${status}`)
      continue
    }
    const found = matchPage(model.pages, address.split('?')[0] ?? '')?.page
    const page = found && model.pages.find(({ id }) => id === found.id)
    if (!page) dead.push(`${from} → ${address}: no page`)
    else if (page.access.includes('anyone')) {
      const read = readOf(model, page, address)
      const status = read ? await statusOf(url, read) : 200
      if (status !== 200) dead.push(`${from} → ${address}: ${status}`)
    }
  }
  return dead
}

/** One line for each picture of the portal's own that is not answered as one. */
export async function findMissingPictures(url: string, pictures: FoundLinks): Promise<string[]> {
  const missing: string[] = []
  for (const [address, from] of pictures) {
    if (!address.startsWith('/')) continue
    const { status, headers } = await fetch(url + address)
    if (status !== 200 || !headers.get('content-type')?.startsWith('image/'))
      missing.push(`${from} → ${address}: ${status} ${headers.get('content-type')}`)
  }
  return missing
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
