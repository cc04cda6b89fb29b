// Draws the filter that a list shows as tabs.

import { Tabs } from '#portal/ui/tabs.tsx'
import { useChoices } from '#portal/widgets/choices/use-choices.ts'
import type { Filter } from '#shared/model/page-model.ts'

interface Props {
  readonly filter: Filter
  readonly value: string
  readonly panel: string
  readonly onChange: (value: string) => void
}

export function ListTabs({ filter, value, panel, onChange }: Props) {
  const choices = useChoices(filter)
  const tabs = [{ value: '', label: '全部' }, ...choices]
  return <Tabs label={filter.label} tabs={tabs} value={value} panel={panel} onChange={onChange} />
}
