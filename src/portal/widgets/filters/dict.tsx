// Owns the filter by a dictionary's entries; `multiple` lets several be chosen, `only` names those offered. Of states those
// are offered in which the reader may see something.
import { isInAudience } from '../../../shared/roles.ts'
import { askerOf } from '../../session/asker.ts'
import { useSession } from '../../session/session.ts'
import { ChoiceRow } from '../choice-row.tsx'
import { counted, useFacet } from '../facets.ts'
import { optionsOf } from '../options-of.ts'
import { useChoices } from '../use-choices.ts'
import type { FilterProps } from '../widget-props.ts'

export function DictFilter({ filter, value, onChange }: FilterProps) {
  const choices = useChoices(filter)
  const { multiple, only } = optionsOf<'filters/dict'>(filter)
  const facet = useFacet(filter.name)
  const chosen = (value[filter.name] ?? '').split(',').filter(Boolean)
  const { user } = useSession()
  const asker = user && askerOf(user)
  const isSeen = (state: string) => isInAudience(asker, filter.seenBy?.[state] ?? ['anyone'])
  // What the address already asks for stays in sight, so that it can be taken back.
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
