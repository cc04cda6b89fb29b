// Draws the front of an article: its picture, and the key figures next to or below it.

import { lazy, Suspense, useState } from 'react'
import { Icon } from '#portal/ui/icon.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { hasValue } from '#portal/widgets/items/field-value.ts'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import { type DisplayedPicture, galleryOf } from '#portal/widgets/items/item-picture.ts'
import { useParameterSet } from '#portal/widgets/items/use-parameter-set.ts'
import { PictureImage } from '#portal/widgets/media/picture.tsx'
import { isStoredPicture } from '#portal/widgets/media/picture-url.ts'
import { useFileInfo } from '#portal/widgets/media/stored-file.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { defaultCell } from '#shared/forms/default-widgets.ts'
import type { ItemPicture } from '#shared/model/item-picture.ts'
import type { Column } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'

const Lightbox = lazy(async () => ({
  default: (await import('#portal/features/gallery/lightbox.tsx')).Lightbox,
}))

interface GalleryProps {
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

/** Draws the pictures of an item's page: one large, the others next to it; loads the lightbox on demand. */
export function Gallery({ item, picture, title }: GalleryProps) {
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
            index={index}
            onTurn={setAt}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </figure>
  )
}

interface Props {
  readonly page: Pick<DetailPage, 'lead' | 'picture'>
  readonly item: Item
  readonly title: string
}

interface FigureProps {
  readonly column: Column
  readonly item: Item
}

/** The number of leading parameters, unless the page declares one. */
const FIRST = 3

function Figure({ column, item }: FigureProps) {
  return (
    <div data-cell={column.cell}>
      <dt>{column.label}</dt>
      <dd>
        <Cell column={column} item={item} />
      </dd>
    </div>
  )
}

/** The first parameters of the item's category that it has; while the category is asked for, their places. */
function Parameters({ column, item }: FigureProps) {
  const { name, parameters } = column.field
  const set = useParameterSet(parameters?.family, String(item[parameters?.by ?? ''] ?? ''))
  const values = (item[name] ?? {}) as Item
  const most = optionsOf<'cells/parameters'>(column).first ?? FIRST
  const known = Object.keys(values).length
  if (!set)
    return Array.from({ length: Math.min(most, known) }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: places without anything in them
      <div key={place} aria-hidden>
        <dt>…</dt>
        <dd>…</dd>
      </div>
    ))
  return set.fields
    .filter((field) => (values[field.name] ?? null) !== null)
    .slice(0, most)
    .map((field) => (
      <Figure
        key={field.name}
        column={{ field, label: field.title, cell: defaultCell(field) }}
        item={values}
      />
    ))
}

export function DetailFront({ page: { lead, picture }, item, title }: Props) {
  const shown = lead.filter((column) => hasValue(item, column) || optionsOf<'cells/money'>(column).unit)
  const hasGallery = picture?.family !== undefined
  // The picture if it is drawn from words and identifies the item: a face, a logo, a number, a sheet, but not a
  // poster.
  const known = lead.length > 0 && picture?.drawn && picture.drawn.draw !== 'poster' ? picture : undefined
  const figures =
    shown.length > 0 ? (
      <dl className="eq-key-figures" data-figures={shown.length}>
        {shown.map((column) =>
          column.field.parameters ? (
            <Parameters key={column.field.name} column={column} item={item} />
          ) : (
            <Figure key={column.field.name} column={column} item={item} />
          ),
        )}
      </dl>
    ) : null
  if (!figures && !hasGallery && !known) return null
  return (
    <div className="eq-article-front" data-picture={hasGallery ? 'gallery' : known?.drawn?.draw}>
      {hasGallery ? <Gallery item={item} picture={picture} title={title} /> : null}
      {known ? <ItemCover item={item} picture={known} className="eq-article-front-picture" isFirst /> : null}
      {figures}
    </div>
  )
}
