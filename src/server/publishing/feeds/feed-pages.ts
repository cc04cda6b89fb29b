// Finds the pages that offer a feed: at their own address, and on the home page those of its menu.
import type { MenuNode } from '#shared/model/menu.ts'
import type { Model } from '#shared/model/model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { pageAddress } from './build-feed.ts'

function feedPages({ pages }: Model): ListPage[] {
  return pages.filter((page): page is ListPage => page.kind === 'list' && page.feed !== undefined)
}

export function feedsAt(model: Model, path: string): ListPage[] {
  return feedPages(model).filter((page) => pageAddress('', page.path) === path)
}

export function feedsOfMenu(model: Model): ListPage[] {
  const addresses = new Set(model.menu.flatMap(addressesOf))
  return feedPages(model).filter((page) => addresses.has(pageAddress('', page.path)))
}

function addressesOf({ url, children }: MenuNode): string[] {
  return [...(url ? [url.split('?', 1)[0] as string] : []), ...children.flatMap(addressesOf)]
}
