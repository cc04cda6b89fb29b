// Finds the address of an item's picture: the uploaded one, else the illustration of its category.

import { imageUrl } from '#portal/widgets/media/picture-url.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { ItemPicture } from '#shared/model/item-picture.ts'

export interface DisplayedPicture {
  readonly url: string
  /** It shows what the item is like, not the item. */
  readonly isDrawn: boolean
}

/** The best one first; the others are for where it cannot be had. */
export function picturesOf(item: Item, picture?: ItemPicture): DisplayedPicture[] {
  const own = picture?.field === undefined ? undefined : item[picture.field]
  const uploaded = [item.cover, item.image, Array.isArray(own) ? own[0] : own].map(imageUrl)
  const url = uploaded.find((one) => one !== null)
  const drawn = picture ? drawnOf(item, picture) : null
  return [
    ...(url ? [{ url, isDrawn: false }] : []),
    ...(drawn === null ? [] : [{ url: drawn, isDrawn: true }]),
  ]
}

/** All that was uploaded, the cover first, and at last the illustration. */
export function galleryOf(item: Item, picture: ItemPicture): DisplayedPicture[] {
  const own = picture.field === undefined ? [] : [item[picture.field]].flat()
  const uploaded = [item.cover, item.image, ...own].map(imageUrl).filter((url) => url !== null)
  const drawn = drawnOf(item, picture)
  return [
    ...[...new Set(uploaded)].map((url) => ({ url, isDrawn: false })),
    ...(drawn === null ? [] : [{ url: drawn, isDrawn: true }]),
  ]
}

function drawnOf(item: Item, { family, by }: ItemPicture): string | null {
  const category = by === undefined ? undefined : item[by]
  if (family === undefined || typeof category !== 'string' || category === '') return null
  return `/pictures/${family}/${encodeURIComponent(category)}.svg`
}
