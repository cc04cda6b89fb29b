// Owns the picture of an item: its own, or a drawn cover.
import { memo } from 'react'
import { Cover } from '../ui/cover.tsx'
import { coverLook } from '../ui/cover-look.ts'
import { imageUrl } from './image-url.ts'
import { coverKeysOf } from './item-text.ts'
import type { Item } from './widget-props.ts'

interface Props {
  readonly item: Item
  readonly category?: string | undefined
  readonly className?: string
  readonly icon?: boolean
}

export const ItemCover = memo(function ItemCover({ item, category, className, icon }: Props) {
  const url = imageUrl(item.cover) ?? imageUrl(item.image)
  const seed = String(item.id)
  if (url)
    return (
      <img className={className ? `eq-cover ${className}` : 'eq-cover'} src={url} alt="" loading="lazy" />
    )
  return (
    <Cover
      look={coverLook(coverKeysOf(item, category), seed)}
      seed={seed}
      {...(className ? { className } : {})}
      {...(icon === undefined ? {} : { icon })}
    />
  )
})
