// Owns the picture of an item: its own, the illustration of its category, or a drawn cover.
import { memo, useState } from 'react'
import type { ItemPicture } from '../../shared/item-picture.ts'
import type { Crop } from '../../shared/scene-model.ts'
import { useCovers } from '../app/covers.ts'
import { useDictionaries } from '../app/dictionaries.ts'
import { names } from '../ui/class-names.ts'
import { Cover } from '../ui/cover.tsx'
import { coverLook } from '../ui/cover-look.ts'
import { DrawnPicture } from './drawn-picture.tsx'
import { picturesOf } from './item-picture.ts'
import { coverKeysOf, headingOf } from './item-text.ts'
import { isPublic } from './picture.tsx'
import { placeholderOf } from './placeholder.ts'
import { toSrcSet } from './src-set.ts'
import type { Item } from './widget-props.ts'

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
  const above = useAbove(item, picture)
  const look = coverLook(covers, [...coverKeysOf(item, category), ...above], seed)
  const front = picture?.inScenes ? frontOf(item, picture) : undefined
  if (shown && !(shown.isDrawn && front !== undefined && look.scenes)) {
    const shape = isUpright(picture) ? 'whole' : 'wide'
    const srcSet = isPublic(item) ? toSrcSet(shown.url, shape) : undefined
    return (
      <img
        className={names('eq-cover', shown.isDrawn && 'eq-cover-drawn', className)}
        // Before the address, or it is chosen and fetched as if it were wanted at once. Late pictures alone wait for the
        // layout, which shows which of several sizes is right.
        loading={isFirst && srcSet === undefined ? 'eager' : 'lazy'}
        sizes={`auto, ${isSmall(className) ? SMALL : CARD}`}
        src={shown.url}
        srcSet={srcSet}
        {...(isPublic(item) ? placeholderOf(shown.url, shape) : undefined)}
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
    <DrawnPicture
      drawn={picture.drawn}
      item={item}
      heading={headingOf(item)}
      scene={cover}
      className={className}
    />
  )
})

/** The category and those above it, from the bottom, as covers may be said of any of them. */
function useAbove(item: Item, picture: ItemPicture | undefined): string[] {
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
