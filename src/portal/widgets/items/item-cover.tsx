// Draws the picture of an item: its own, the illustration of its category, or a drawn cover.
import { memo, useState } from 'react'
import { useCovers, useDictionaries } from '#portal/core/configuration/dictionaries.ts'
import { Cover } from '#portal/ui/cover/cover.tsx'
import { findCoverStyle } from '#portal/ui/cover/cover-style.ts'
import { names } from '#portal/ui/format/class-names.ts'
import { DrawnItemPicture } from '#portal/widgets/media/drawn-picture.tsx'
import { picturePlaceholder, toSrcSet } from '#portal/widgets/media/picture-url.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { ItemPicture } from '#shared/model/item-picture.ts'
import type { Crop } from '#shared/model/scene-model.ts'
import { picturesOf } from './item-picture.ts'
import { coverKeysOf, headingOf } from './item-text.ts'

interface ItemThumbProps {
  readonly item: Item
  readonly picture: ItemPicture | undefined
}

/** Draws the small picture beside an item's name, if items of its type have pictures at all. */
export function ItemThumb({ item, picture }: ItemThumbProps) {
  return picture?.family ? <ItemCover item={item} picture={picture} className="eq-thumb" /> : null
}

/** So many covers at the top of a page are seen before anybody scrolls. */
export const SEEN_AT_ONCE = 3

interface Props {
  readonly item: Item
  readonly category?: string | undefined
  readonly picture?: ItemPicture | undefined
  readonly className?: string
  readonly icon?: boolean
  /** As which the scene is composed, where one is drawn. */
  readonly crop?: Crop
  /** Seen at once, so that it is fetched first. */
  readonly isFirst?: boolean
}

export const ItemCover = memo(function ItemCover({
  item,
  category,
  picture,
  className,
  icon,
  crop,
  isFirst,
}: Props) {
  const covers = useCovers()
  const [failed, setFailed] = useState<readonly string[]>([])
  const shown = picturesOf(item, picture).find(({ url }) => !failed.includes(url))
  const seed = String(item.id)
  const categoryPath = useCategoryPath(item, picture)
  const look = findCoverStyle(covers, [...coverKeysOf(item, category), ...categoryPath], seed)
  const front = picture?.inScenes ? frontOf(item, picture) : undefined
  if (shown && !(shown.isDrawn && front !== undefined && look.scenes)) {
    const shape = isUpright(picture) ? 'whole' : 'wide'
    const srcSet = toSrcSet(shown.url, shape)
    return (
      <img
        className={names('eq-cover', shown.isDrawn && 'eq-cover-drawn', className)}
        // Before the address, or it is chosen and fetched as if it were wanted at once. Late pictures alone wait for the
        // layout, which shows which of several sizes is right.
        loading={isFirst && srcSet === undefined ? 'eager' : 'lazy'}
        sizes={`auto, ${isSmall(className) ? SMALL : CARD}`}
        src={shown.url}
        srcSet={srcSet}
        {...picturePlaceholder(shown.url, shape)}
        alt=""
        onError={() => setFailed([...failed, shown.url])}
      />
    )
  }
  const cover = (
    <Cover
      look={look}
      seed={seed}
      crop={crop}
      front={front}
      isFirst={isFirst}
      {...(className && !picture?.drawn ? { className } : {})}
      {...(icon === undefined ? {} : { icon })}
    />
  )
  if (!picture?.drawn) return cover
  return (
    <DrawnItemPicture
      drawn={picture.drawn}
      item={item}
      heading={headingOf(item)}
      scene={cover}
      className={className}
    />
  )
})

/** The category and those above it, from the bottom, as covers may be said of any of them. */
function useCategoryPath(item: Item, picture: ItemPicture | undefined): string[] {
  const dictionaries = useDictionaries(picture?.inScenes ?? [])
  const found: string[] = []
  let category = picture && frontOf(item, picture)
  for (const entries of [...dictionaries].reverse()) {
    if (category === undefined) break
    found.push(category)
    category = entries.find(({ value }) => value === category)?.parent
  }
  return found
}

/** Journals and people are higher than wide, marks are square: their own shape is kept. */
const isUpright = (picture: ItemPicture | undefined): boolean =>
  picture?.drawn !== undefined && picture.drawn.draw !== 'poster'

/** How wide covers are shown; a browser that can measures those that it fetches late. */
const SMALL = '128px'
const CARD = '(max-width: 640px) 92vw, 400px'

const isSmall = (className: string | undefined): boolean => className?.includes('eq-thumb') ?? false

function frontOf(item: Item, { by }: ItemPicture): string | undefined {
  const category = by === undefined ? undefined : item[by]
  return typeof category === 'string' && category !== '' ? category : undefined
}
