// Draws the filter by a dictionary's entries; `multiple` allows several, `only` names those offered.

import { toViewer } from '#portal/core/access/viewer.ts'
import { useSession } from '#portal/core/session/session.ts'
import { ChoiceRow } from '#portal/widgets/choices/choice-row.tsx'
import { counted, useFacet } from '#portal/widgets/choices/facets.ts'
import { useChoices } from '#portal/widgets/choices/use-choices.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { FilterProps } from '#portal/widgets/widget-props.ts'
import { isInAudience } from '#shared/access/roles.ts'

export function DictFilter({ filter, value, onChange }: FilterProps) {
  const choices = useChoices(filter)
  const { multiple, only } = optionsOf<'filters/dict'>(filter)
  const facet = useFacet(filter.name)
  const chosen = (value[filter.name] ?? '').split(',').filter(Boolean)
  const { user } = useSession()
  const caller = user && toViewer(user)
  const isSeen = (state: string) => isInAudience(caller, filter.seenBy?.[state] ?? ['anyone'])
  // Entries that the address already asks for stay visible, so that they can be deselected.
  const offered = choices.filter(
    ({ value: entry }) => (!only || only.includes(entry)) && (isSeen(entry) || chosen.includes(entry)),
  )
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
