// Owns the small picture beside an item's name, where items of its type have pictures at all.
import type { ItemPicture } from '../../shared/item-picture.ts'
import { ItemCover } from './item-cover.tsx'
import type { Item } from './widget-props.ts'

interface Props {
  readonly item: Item
  readonly picture: ItemPicture | undefined
}

export function ItemThumb({ item, picture }: Props) {
  return picture?.family ? <ItemCover item={item} picture={picture} className="eq-thumb" /> : null
}
