// Draws the input of a reference to another item, found by typing; the picker loads with the field.
import { lazy, Suspense } from 'react'
import { controlProps, type InputProps, textProps } from '#portal/widgets/input-props.ts'
import { readChoices } from './parts/picker/ref-choices.ts'

const Picker = lazy(async () => ({
  default: (await import('./parts/picker/ref-picker.tsx')).RefPicker,
}))

export function RefSelectInput(props: InputProps) {
  const choices = readChoices(props.options)
  // The number of the item as it is.
  if (!choices) return <input {...textProps(props, '填写编号')} type="text" autoComplete="off" />
  const plain = { ...controlProps(props), className: 'eq-input', type: 'text' }
  return (
    <Suspense fallback={<input {...plain} placeholder="正在加载选项…" readOnly />}>
      <Picker {...props} choices={choices} />
    </Suspense>
  )
}
