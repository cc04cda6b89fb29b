// Draws the pictures of an item's page: one large, the others next to it; loads the lightbox on demand.
import { lazy, Suspense, useState } from 'react'
import { Icon } from '#portal/ui/icon.tsx'
import { type DisplayedPicture, galleryOf } from '#portal/widgets/items/item-picture.ts'
import { PictureImage } from '#portal/widgets/media/picture.tsx'
import { useFileInfo } from '#portal/widgets/media/stored-file.tsx'
import { isStoredPicture } from '#portal/widgets/media/stored-picture.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { ItemPicture } from '#shared/model/item-picture.ts'

const Lightbox = lazy(async () => ({
  default: (await import('#portal/features/gallery/lightbox.tsx')).Lightbox,
}))

interface Props {
  readonly item: Item
  readonly picture: ItemPicture
  /** The title of the item. */
  readonly title: string
}

const ID_LENGTH = 36
const DRAWN = '同类示意图，非实物照片'

const altOf = (title: string, { isDrawn }: DisplayedPicture, index: number): string =>
  isDrawn ? `${title}的示意图` : `${title}的图片 ${index + 1}`

/** Returns the description that the uploader entered; empty until it is loaded. */
function useAltText(shown: DisplayedPicture | undefined): string {
  const id = shown && isStoredPicture(shown.url) ? shown.url.slice(-ID_LENGTH) : ''
  return useFileInfo(id)?.alt ?? ''
}

export function Gallery({ item, picture, title }: Props) {
  const [at, setAt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const pictures = galleryOf(item, picture)
  const index = Math.min(at, pictures.length - 1)
  const shown = pictures[index]
  const altText = useAltText(shown)
  if (!shown) return null
  return (
    <figure className="eq-gallery">
      <button type="button" className="eq-gallery-shown" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PictureImage
          key={shown.url}
          src={shown.url}
          alt={altText || altOf(title, shown, index)}
          item={item}
          sizes="(max-width: 768px) 92vw, 620px"
          className={shown.isDrawn ? 'eq-gallery-drawn' : ''}
        />
        <span className="eq-gallery-hint">
          <Icon name="search" />
          查看大图
        </span>
      </button>
      {shown.isDrawn || altText ? (
        <figcaption className="eq-muted">{shown.isDrawn ? DRAWN : altText}</figcaption>
      ) : null}
      {pictures.length > 1 ? (
        <ul aria-label="全部图片">
          {pictures.map((one, place) => (
            <li key={one.url}>
              <button
                type="button"
                aria-current={place === index}
                aria-label={altOf(title, one, place)}
                onClick={() => setAt(place)}
              >
                <PictureImage
                  src={one.url}
                  alt=""
                  item={item}
                  sizes="96px"
                  className={one.isDrawn ? 'eq-gallery-drawn' : ''}
                />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen ? (
        <Suspense>
          <Lightbox
            pictures={pictures.map((one, place) => ({
              url: one.url,
              alt: altOf(title, one, place),
              ...(one.isDrawn ? { note: DRAWN } : {}),
            }))}
            item={item}
            index={index}
            onTurn={setAt}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </figure>
  )
}
