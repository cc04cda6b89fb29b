// Owns the filter by another item, chosen from that type's list.
import { ChoiceRow } from '../choice-row.tsx'
import { useChoices } from '../use-choices.ts'
import type { FilterProps } from '../widget-props.ts'

export function RefFilter({ filter, value, onChange }: FilterProps) {
  const choices = useChoices(filter)
  const current = value[filter.name]
  return (
    <ChoiceRow
      label={filter.label}
      choices={choices}
      chosen={current ? [current] : []}
      onChoose={(entry) => onChange({ [filter.name]: entry })}
    />
  )
}
