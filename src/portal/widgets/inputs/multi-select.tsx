// Draws the choice of several entries: checkboxes where all are visible, a searchable list for many.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { groupProps, type InputProps, isInvalid, isLocked } from '#portal/widgets/input-props.ts'
import { isLongList, useInputChoices } from './parts/input-choices.tsx'

const Picker = lazy(async () => ({
  default: (await import('./parts/picker/choice-picker.tsx')).ChoicePicker,
}))

export function MultiSelectInput(props: InputProps) {
  const choices = useInputChoices(props)
  const chosen = Array.isArray(props.value) ? (props.value as readonly string[]) : []
  /** In the order of the list, however they were chosen. */
  const choose = (values: readonly string[]) => {
    const next = choices.map(({ value }) => value).filter((value) => values.includes(value))
    props.onChange(next.length ? next : undefined)
  }
  if (isLongList(choices))
    return (
      <Suspense fallback={<Skeleton lines={1} />}>
        <Picker props={props} choices={choices} chosen={chosen} onChoose={choose} isSeveral />
      </Suspense>
    )
  return (
    <div {...groupProps(props)} className="eq-options">
      {choices.map(({ value, label }) => (
        <label key={value} className="eq-option">
          <input
            type="checkbox"
            disabled={isLocked(props)}
            aria-invalid={isInvalid(props) || undefined}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              choose(target.checked ? [...chosen, value] : chosen.filter((entry) => entry !== value))
            }
          />
          {label}
        </label>
      ))}
    </div>
  )
}
