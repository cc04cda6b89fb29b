// Owns the picture of an item: its own, the illustration of its category, or a drawn cover.
import { memo, useState } from 'react'
import type { ItemPicture } from '../../shared/content-model.ts'
import { useCovers } from '../app/covers.ts'
import { names } from '../ui/class-names.ts'
import { Cover } from '../ui/cover.tsx'
import { coverLook } from '../ui/cover-look.ts'
import { picturesOf } from './item-picture.ts'
import { coverKeysOf } from './item-text.ts'
import type { Item } from './widget-props.ts'

interface Props {
  readonly item: Item
  readonly category?: string | undefined
  readonly picture?: ItemPicture | undefined
  readonly className?: string
  readonly icon?: boolean
}

export const ItemCover = memo(function ItemCover({ item, category, picture, className, icon }: Props) {
  const covers = useCovers()
  const [failed, setFailed] = useState<readonly string[]>([])
  const shown = picturesOf(item, picture).find(({ url }) => !failed.includes(url))
  const seed = String(item.id)
  if (shown)
    return (
      <img
        className={names('eq-cover', shown.isDrawn && 'eq-cover-drawn', className)}
        src={shown.url}
        alt=""
        loading="lazy"
        onError={() => setFailed([...failed, shown.url])}
      />
    )
  return (
    <Cover
      look={coverLook(covers, coverKeysOf(item, category), seed)}
      seed={seed}
      {...(className ? { className } : {})}
      {...(icon === undefined ? {} : { icon })}
    />
  )
})
