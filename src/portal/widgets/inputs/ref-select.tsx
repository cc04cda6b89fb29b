// Draws the input of a reference to another item, found by typing; the picker loads with the field.
import { lazy, Suspense } from 'react'
import { controlProps, type InputProps, inputText, textProps } from '#portal/widgets/input-props.ts'
import { useReferredTitle } from '#portal/widgets/items/reference-titles.ts'
import { readChoices } from './parts/picker/ref-choices.ts'

const Picker = lazy(async () => ({
  default: (await import('./parts/picker/ref-picker.tsx')).RefPicker,
}))

/** Shows a reference that may not be changed by the title that the item gives it. */
function Fixed(props: InputProps) {
  const titleOf = useReferredTitle(NONE, false)
  const value = [props.value].flat().map(String).map(titleOf).join('、')
  return <input {...controlProps(props)} className="eq-input" type="text" readOnly value={value} />
}

const NONE = new Map<string, string>()

export function RefSelectInput(props: InputProps) {
  const choices = readChoices(props.options)
  if (props.readonly && inputText(props.value)) return <Fixed {...props} />
  // The number of the item as it is.
  if (!choices || props.readonly)
    return <input {...textProps(props, '填写编号')} type="text" autoComplete="off" />
  const plain = { ...controlProps(props), className: 'eq-input', type: 'text' }
  return (
    <Suspense fallback={<input {...plain} placeholder="正在加载选项…" readOnly />}>
      <Picker {...props} choices={choices} />
    </Suspense>
  )
}
