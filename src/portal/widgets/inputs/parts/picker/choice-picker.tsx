// Draws the choice from a long list: one or several entries, found by typing a part of their labels.
import { Select } from 'antd'
import { useChoiceSearch } from '#portal/widgets/choices/use-choice-search.ts'
import { type InputProps, inputPlaceholder } from '#portal/widgets/input-props.ts'
import type { InputChoice } from '#portal/widgets/inputs/parts/input-choices.tsx'
import { usePicker, usePickerSearch } from './use-picker.tsx'

interface Props {
  readonly props: InputProps
  readonly choices: readonly InputChoice[]
  /** Values chosen so far, and what to do with others. */
  readonly chosen: readonly string[]
  readonly onChoose: (values: readonly string[]) => void
  readonly isSeveral: boolean
}

export function ChoicePicker({ props, choices, chosen, onChoose, isSeveral }: Props) {
  const known = new Set(choices.map(({ value }) => value))
  const unlistedChoices = chosen
    .filter((value) => !known.has(value))
    .map((value) => ({ value, label: value }))
  const options = [...choices, ...unlistedChoices].map(({ value, label }) => ({ value, label }))
  const labels = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
  const search = usePickerSearch()
  const { words } = search
  const { select, enclose } = usePicker(props, { search, labels, isSeveral })
  const found = useChoiceSearch(words, (test) => options.filter(({ label }) => test(label, words)))
  return enclose(
    <Select<string | string[]>
      {...select}
      options={[...found]}
      value={isSeveral ? [...chosen] : (chosen[0] ?? null)}
      onChange={(next) => {
        onChoose([next ?? []].flat())
        search.type('')
      }}
      placeholder={inputPlaceholder(props, '选择，或输入名称查找')}
      notFoundContent="没有匹配的选项"
    />,
  )
}
