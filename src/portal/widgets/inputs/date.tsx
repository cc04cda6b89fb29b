// Owns the input of a date, or of a date with its time.
import { controlProps, type InputProps, option, textOf } from '../input-props.ts'
import { DateControl } from './parts/date-control.tsx'

/** The portal's times are China's. */
const ZONE = '+08:00'
const ZONE_MS = 8 * 3_600_000

function toLocal(value: unknown): string {
  const time = Date.parse(textOf(value))
  return Number.isNaN(time) ? '' : new Date(time + ZONE_MS).toISOString().slice(0, 16)
}

export function DateInput(props: InputProps) {
  if (props.field.schema.format === 'date-time')
    return (
      <input
        {...controlProps(props)}
        className="eq-input"
        type="datetime-local"
        readOnly={props.readOnly}
        value={toLocal(props.value)}
        onChange={(event) =>
          props.onChange(event.target.value ? `${event.target.value}:00${ZONE}` : undefined)
        }
      />
    )
  return (
    <DateControl
      control={controlProps(props)}
      title={props.field.title}
      value={props.value}
      readOnly={props.readOnly}
      disabled={props.disabled}
      fits={props.fits}
      placeholder={option<string>(props, 'placeholder')}
      onChange={props.onChange}
      onBlur={props.onBlur}
    />
  )
}
