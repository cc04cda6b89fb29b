// Owns the filter by a dictionary's entries; `multiple` lets several be chosen, `only` names those offered.
import { ChoiceRow } from '#portal/widgets/choices/choice-row.tsx'
import { counted, useFacet } from '#portal/widgets/choices/facets.ts'
import { useChoices } from '#portal/widgets/choices/use-choices.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { FilterProps } from '#portal/widgets/widget-props.ts'

export function DictFilter({ filter, value, onChange }: FilterProps) {
  const choices = useChoices(filter)
  const { multiple, only } = optionsOf<'filters/dict'>(filter)
  const offered = only ? choices.filter((choice) => only.includes(choice.value)) : choices
  const facet = useFacet(filter.name)
  const chosen = (value[filter.name] ?? '').split(',').filter(Boolean)
  const choose = (entry: string) => {
    const toggled = chosen.includes(entry) ? chosen.filter((one) => one !== entry) : [...chosen, entry]
    onChange({ [filter.name]: multiple && entry ? toggled.join(',') : entry })
  }
  return (
    <ChoiceRow
      label={filter.label}
      choices={counted(offered, facet, chosen)}
      chosen={chosen}
      isSeveral={multiple}
      onChoose={choose}
    />
  )
}
