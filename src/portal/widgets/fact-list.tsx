// Owns a list of facts of an item: each column's label and value.
import type { Column } from '../../shared/page-model.ts'
import { toText } from '../ui/to-text.ts'
import { Cell } from './cell-registry.tsx'
import { hasValue } from './has-value.ts'
import type { Item } from './widget-props.ts'
import { WORDS, WORDS_NAME } from './words-name.ts'

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
      <dd>
        <Cell column={column} item={item} />
      </dd>
    </div>
  )
}

/** Columns without a value are left out; nothing at all when none is left. */
export function FactList({ columns, item, layout, always }: Props) {
  const shown = columns.filter((column) => hasValue(item, column) || always?.(column))
  if (shown.length === 0) return null
  return (
    <dl className={CLASS_NAMES[layout]}>
      {shown.map((column) => (
        <Fact key={column.field.name} column={named(column, item)} item={item} />
      ))}
    </dl>
  )
}
