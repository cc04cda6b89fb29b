// Draws the choice of one entry: the browser's own list, which phones show best; a searchable list for many entries.
import { lazy, Suspense, useState } from 'react'
import { hasTouchInput } from '#portal/ui/browser/touch-input.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import {
  controlProps,
  type InputProps,
  inputPlaceholder,
  inputText,
  isLocked,
} from '#portal/widgets/input-props.ts'
import { type InputChoice, isLongList, storedOf, useInputChoices } from './parts/input-choices.tsx'

const Picker = lazy(async () => ({
  default: (await import('./parts/picker/choice-picker.tsx')).ChoicePicker,
}))

interface Props {
  readonly props: InputProps
  readonly choices: readonly InputChoice[]
}

function NativeSelect({ props, choices }: Props) {
  const value = inputText(props.value)
  return (
    <select
      {...controlProps(props)}
      className="eq-input eq-input-select"
      disabled={isLocked(props)}
      value={value}
      onChange={(event) => props.onChange(storedOf(choices, event.target.value))}
    >
      <option value="">{inputPlaceholder(props, '请选择')}</option>
      {value && !choices.some((choice) => choice.value === value) ? (
        <option value={value}>{value}</option>
      ) : null}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

export function SelectInput(props: InputProps) {
  const [isNative] = useState(hasTouchInput)
  const choices = useInputChoices(props)
  const value = inputText(props.value)
  if (isNative || !isLongList(choices)) return <NativeSelect props={props} choices={choices} />
  return (
    <Suspense fallback={<Skeleton lines={1} />}>
      <Picker
        props={props}
        choices={choices}
        chosen={value ? [value] : []}
        onChoose={([next = '']) => props.onChange(storedOf(choices, next))}
        isSeveral={false}
      />
    </Suspense>
  )
}
