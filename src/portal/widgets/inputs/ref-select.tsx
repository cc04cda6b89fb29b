// Draws the input of a reference to another item, found by typing; the picker loads with the field.
import { lazy, Suspense } from 'react'
import { controlProps, type InputProps, inputText, textProps } from '#portal/widgets/input-props.ts'
import { useReferredTitle } from '#portal/widgets/items/reference-titles.ts'
import { readChoices } from './parts/picker/ref-choices.ts'

const Picker = lazy(async () => ({
  default: (await import('./parts/picker/ref-picker.tsx')).RefPicker,
}))

/** The number of an item as it is, where there is no list to choose from or the picker has not loaded yet. */
function PlainNumber(props: InputProps) {
  return <input {...textProps(props, '填写编号')} type="text" autoComplete="off" />
}

/** Shows a reference that may not be changed by the title that the item gives it. */
function Fixed(props: InputProps) {
  const titleOf = useReferredTitle(NONE, false)
  const value = [props.value].flat().map(String).map(titleOf).join('、')
  return <input {...controlProps(props)} className="eq-input" type="text" readOnly value={value} />
}

const NONE = new Map<string, string>()

function Waiting(props: InputProps) {
  return (
    <input {...controlProps(props)} className="eq-input" type="text" placeholder="正在加载选项…" readOnly />
  )
}

export function RefSelectInput(props: InputProps) {
  const choices = readChoices(props.options)
  if (props.readonly && inputText(props.value)) return <Fixed {...props} />
  if (!choices || props.readonly) return <PlainNumber {...props} />
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <Picker {...props} choices={choices} />
    </Suspense>
  )
}
