// Owns the choice from a long list: one or several entries, found by typing a part of their words.
import { Select } from 'antd'
import { AntdFrame } from '../../../../antd/antd-frame.tsx'
import type { InputChoice } from '../../../input-choices.tsx'
import { type InputProps, placeholderOf } from '../../../input-props.ts'
import { usePicker } from './use-picker.tsx'

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
  const gone = chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))
  const options = [...choices, ...gone].map(({ value, label }) => ({ value, label }))
  const labels = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
  const { select, note } = usePicker(props, { labels, isSeveral })
  return (
    <AntdFrame>
      <Select<string | string[]>
        {...select}
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        value={isSeveral ? [...chosen] : (chosen[0] ?? null)}
        onChange={(next) => onChoose([next ?? []].flat())}
        placeholder={placeholderOf(props, '选择，或输入名称查找')}
        notFoundContent="没有这样的选项"
      />
      {note}
    </AntdFrame>
  )
}
