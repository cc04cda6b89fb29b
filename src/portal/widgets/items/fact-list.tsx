// Draws a list of facts of an item: each column's label and value; of its parameters only the key figures.

import { toText } from '#portal/ui/format/to-text.ts'
import { drawCell } from '#portal/widgets/cell-registry.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { defaultCell } from '#shared/forms/default-widgets.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Column } from '#shared/model/page-model.ts'
import type { KeyFigure } from '#shared/parameters/parameter-model.ts'
import { hasValue } from './field-value.ts'
import { WORDS, WORDS_NAME } from './item-text.ts'
import { useKeyFigures } from './use-parameter-set.ts'

/** As a field that is shown and neither filled in nor sorted by. */
function toField(figure: KeyFigure): Field {
  return { ...figure, required: false, filter: false, sort: false, system: false, schema: {} }
}

interface Props {
  readonly columns: readonly Column[]
  readonly item: Item
  /** Which of the three ways of laying out facts. */
  readonly layout: 'inline' | 'card' | 'page'
  /** Columns that are shown even when they hold nothing, such as masked ones. */
  readonly always?: (column: Column) => boolean
}

const CLASS_NAMES = { inline: 'eq-inline-facts', card: 'eq-card-facts', page: 'eq-facts' }

/** Words that somebody wrote are called as the item says. */
function named(column: Column, item: Item): Column {
  const label = column.cell === WORDS ? toText(item[WORDS_NAME]) : ''
  return label ? { ...column, label } : column
}

function Fact({ column, item }: { readonly column: Column; readonly item: Item }) {
  return (
    <div>
      <dt>{column.label}</dt>
      <dd>{drawCell(column, item)}</dd>
    </div>
  )
}

/** Number of parameters that are key figures where none is configured. */
const FIRST = 3

/** The first parameters of the item's category that it has; while they are asked for, their places. */
function KeyFigures({ column, item }: { readonly column: Column; readonly item: Item }) {
  const { name, parameters } = column.field
  const figures = useKeyFigures(parameters?.family)
  const values = (item[name] ?? {}) as Item
  const most = optionsOf<'cells/parameters'>(column).first ?? FIRST
  const own = figures?.[toText(item[parameters?.by ?? ''])] ?? []
  if (!figures)
    return Array.from({ length: Math.min(most, Object.keys(values).length) }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: places without anything in them
      <div key={place} aria-hidden>
        <dt>…</dt>
        <dd>…</dd>
      </div>
    ))
  return own
    .filter((figure) => (values[figure.name] ?? null) !== null)
    .slice(0, most)
    .map((figure) => {
      const field = toField(figure)
      return (
        <Fact
          key={field.name}
          column={{ field, label: field.title, cell: defaultCell(field) }}
          item={values}
        />
      )
    })
}

/** Columns without a value are left out, but for an amount that is only said in words; nothing at all when none is left. */
export function FactList({ columns, item, layout, always }: Props) {
  const hasUnit = (column: Column) => Boolean(item[optionsOf<'cells/money'>(column).unit ?? ''])
  const shown = columns.filter((column) => hasValue(item, column) || hasUnit(column) || always?.(column))
  if (shown.length === 0) return null
  return (
    <dl className={CLASS_NAMES[layout]}>
      {shown.map((column) =>
        column.field.parameters && layout !== 'page' ? (
          <KeyFigures key={column.field.name} column={column} item={item} />
        ) : (
          <Fact key={column.field.name} column={named(column, item)} item={item} />
        ),
      )}
    </dl>
  )
}
