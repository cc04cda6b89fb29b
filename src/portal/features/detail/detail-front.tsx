// Draws the front of an article: its picture, and the key figures next to or below it.

import { Cell } from '#portal/widgets/cell-registry.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import { useParameterSet } from '#portal/widgets/items/use-parameter-set.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { defaultCell } from '#shared/forms/default-widgets.ts'
import type { Column } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { Gallery } from './picture-gallery.tsx'

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
