// Draws the cell of an item's parameters: those of its category, in groups, each with its unit. With `options.first`
// it draws only that number of key figures.

import { toText } from '#portal/ui/format/to-text.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { useParameterSet } from '#portal/widgets/items/use-parameter-set.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { CellProps, Item } from '#portal/widgets/widget-props.ts'
import { defaultCell } from '#shared/forms/default-widgets.ts'

export function ParametersCell({ value, item, column }: CellProps) {
  const { parameters } = column.field
  const isBrief = optionsOf<'cells/parameters'>(column).first !== undefined
  const set = useParameterSet(
    isBrief ? undefined : parameters?.family,
    String(item[parameters?.by ?? ''] ?? ''),
  )
  const values = (value ?? {}) as Item
  // An object that no category determines has no groups and titles.
  if (!parameters) return <>{toText(value) || '—'}</>
  if (isBrief) return <FactList columns={[column]} item={item} layout="inline" />
  if (!set) return Object.keys(values).length > 0 ? <Skeleton lines={4} /> : <>—</>
  return set.groups.map(({ title, fields }) => {
    const columns = set.fields
      .filter(({ name }) => fields.includes(name))
      .map((field) => ({ field, label: field.title, cell: defaultCell(field) }))
    return columns.some(({ field }) => values[field.name] !== undefined) ? (
      // No heading, as cells stand at any depth of a page; and a fieldset would group controls.
      // biome-ignore lint/a11y/useSemanticElements: nothing is to be filled in here
      <div key={title} role="group" className="eq-parameters" aria-label={title}>
        <p className="eq-parameters-title" aria-hidden>
          {title}
        </p>
        {/* Who asks for a pump wants to know as well that its head is not told. */}
        <FactList columns={columns} item={values} layout="page" always={() => true} />
      </div>
    ) : null
  })
}
