// Draws the small picture beside an item's name, if items of its type have pictures at all.

import type { Item } from '#portal/widgets/widget-props.ts'
import type { ItemPicture } from '#shared/model/item-picture.ts'
import { ItemCover } from './item-cover.tsx'

interface Props {
  readonly item: Item
  readonly picture: ItemPicture | undefined
}

export function ItemThumb({ item, picture }: Props) {
  return picture?.family ? <ItemCover item={item} picture={picture} className="eq-thumb" /> : null
}
