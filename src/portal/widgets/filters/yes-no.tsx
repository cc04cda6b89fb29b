// Draws the filter by yes or no.
import { ChoiceRow } from '#portal/widgets/choices/choice-row.tsx'
import type { FilterProps } from '#portal/widgets/widget-props.ts'

const CHOICES = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
] as const

export function YesNoFilter({ filter, value, onChange }: FilterProps) {
  const current = value[filter.name]
  return (
    <ChoiceRow
      label={filter.label}
      choices={CHOICES}
      chosen={current ? [current] : []}
      onChoose={(entry) => onChange({ [filter.name]: entry })}
    />
  )
}
