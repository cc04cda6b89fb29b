// Draws the filter by another item, chosen from that type's list.
import { ChoiceRow } from '#portal/widgets/choices/choice-row.tsx'
import { type Facet, useFacet } from '#portal/widgets/choices/facets.ts'
import { type Choice, useChoices } from '#portal/widgets/choices/use-choices.ts'
import type { FilterProps } from '#portal/widgets/widget-props.ts'

const isMissingIn =
  ({ items }: Facet) =>
  ({ value }: Choice): boolean =>
    !items.some((item) => item.value === value)

export function RefFilter({ filter, value, onChange }: FilterProps) {
  const choices = useChoices(filter)
  const facet = useFacet(filter.name)
  const current = value[filter.name]
  const chosen = choices.filter((choice) => choice.value === current)
  // Those that the list holds, most first; the chosen one even where nothing of it is left.
  const offered = facet
    ? [...facet.items, ...chosen.filter(isMissingIn(facet)).map((one) => ({ ...one, count: 0 }))]
    : choices
  return (
    <ChoiceRow
      label={filter.label}
      choices={offered}
      chosen={current ? [current] : []}
      onChoose={(entry) => onChange({ [filter.name]: entry })}
    />
  )
}
