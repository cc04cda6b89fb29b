// Draws the input of a date, or of a date with its time. With its time it is native: the hours and minutes of antd's
// picker cannot be reached by keyboard.

import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import {
  controlProps,
  type InputProps,
  inputPlaceholder,
  inputText,
  leave,
} from '#portal/widgets/input-props.ts'
import { localTimeAt, withOffset } from '#shared/formats/portal-time.ts'
import { DateControl } from './parts/date-picker/date-control.tsx'

function toLocal(value: unknown): string {
  const time = Date.parse(inputText(value))
  return Number.isNaN(time) ? '' : localTimeAt(time).slice(0, 16)
}

export function DateInput(props: InputProps) {
  const formScope = useFormScope()
  if (props.schema.format === 'date-time')
    return (
      <input
        {...controlProps(props)}
        className="eq-input"
        type="datetime-local"
        readOnly={props.readonly}
        value={toLocal(props.value)}
        onChange={(event) =>
          props.onChange(event.target.value ? withOffset(`${event.target.value}:00`) : undefined)
        }
      />
    )
  return (
    <DateControl
      control={controlProps(props)}
      title={props.label}
      value={props.value}
      readOnly={props.readonly === true}
      disabled={props.disabled === true}
      fits={(date) => formScope.fits(props.id, date)}
      placeholder={inputPlaceholder(props)}
      onChange={props.onChange}
      onBlur={() => leave(props)}
    />
  )
}
