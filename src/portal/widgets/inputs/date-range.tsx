// Owns the input of two dates that belong together, held as an object with two properties.
import { groupProps, type InputProps } from '../input-props.ts'
import { DateControl } from './parts/date-control.tsx'

export function DateRangeInput(props: InputProps) {
  const properties = Object.keys((props.field.schema.properties ?? { start: {}, end: {} }) as object)
  const value = (props.value ?? {}) as Readonly<Record<string, unknown>>
  const put = (name: string, date: unknown) => {
    const next = Object.entries({ ...value, [name]: date }).filter(([, entry]) => entry !== undefined)
    props.onChange(next.length ? Object.fromEntries(next) : undefined)
  }
  return (
    <div {...groupProps(props)} className="eq-range-input">
      {properties.slice(0, 2).map((name, index) => (
        <DateControl
          key={name}
          control={{
            'aria-label': index === 0 ? '开始日期' : '结束日期',
            'aria-invalid': props.invalid || undefined,
            disabled: props.disabled,
          }}
          title={index === 0 ? '开始日期' : '结束日期'}
          placeholder={index === 0 ? '开始日期' : '结束日期'}
          value={value[name]}
          readOnly={props.readOnly}
          disabled={props.disabled}
          onChange={(date) => put(name, date)}
        />
      ))}
    </div>
  )
}
