// Draws the input of a date, or of a date with its time. With its time it is native: the hours and minutes of antd's
// picker cannot be reached by keyboard.

import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import { hasTouchInput } from '#portal/ui/browser/touch-input.ts'
import {
  controlProps,
  type InputProps,
  inputPlaceholder,
  inputText,
  leave,
} from '#portal/widgets/input-props.ts'
import { isDate } from '#shared/formats/dates.ts'
import { normaliseInput } from '#shared/formats/normalise-input.ts'
import { localTimeAt, withOffset } from '#shared/formats/portal-time.ts'
import { useTypedText } from './parts/use-typed-text.ts'

const Calendar = lazy(async () => ({ default: (await import('./parts/date-picker/calendar.tsx')).Calendar }))

/**
 * Draws the input of one date: on touch screens the system's wheel, else a text with tolerant parsing, and antd's
 * calendar, loaded when it is opened.
 */
function DayInput(props: InputProps) {
  const { value, label, disabled = false, readonly = false, onChange } = props
  const formScope = useFormScope()
  const [open, setOpen] = useState(false)
  const [isNative] = useState(hasTouchInput)
  const box = useRef<HTMLSpanElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { text, type, leave: end } = useTypedText(value, onChange, parseDate, inputText)
  const closeOutside = useCallback((target: Node) => {
    if (!box.current?.contains(target)) setOpen(false)
  }, [])
  if (isNative)
    return (
      <input
        {...controlProps(props)}
        className="eq-input"
        type="date"
        readOnly={readonly}
        value={inputText(value)}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    )
  const shut = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <span className="eq-affix eq-date" ref={box}>
      <input
        {...controlProps(props)}
        className="eq-input"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={inputPlaceholder(props) ?? '年-月-日'}
        readOnly={readonly}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          end()
          leave(props)
        }}
      />
      <button
        ref={opener}
        type="button"
        className="eq-unit eq-unit-button eq-date-button"
        aria-label={`打开${label}的日历`}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled || readonly}
        onClick={() => setOpen(!open)}
      />
      {open ? (
        <Suspense fallback={null}>
          <Calendar
            title={label}
            value={typeof value === 'string' && isDate(value) ? value : undefined}
            fits={(date) => formScope.fits(props.id, date)}
            onPick={(date) => {
              onChange(date)
              shut()
            }}
            onClose={shut}
            onOutside={closeOutside}
          />
        </Suspense>
      ) : null}
    </span>
  )
}

/** `2026-1-5`, `2026/1/5`, `2026.1.5`, `2026年1月5日` and `20260105` are 2026-01-05; else the text, or undefined. */
function parseDate(text: string): string | undefined {
  const plain = normaliseInput(text, 'date')
  if (plain === '') return undefined
  const match = /^(\d{4})(?:[-/.年]\s*(\d{1,2})[-/.月]\s*(\d{1,2})日?|(\d{2})(\d{2}))$/.exec(plain)
  if (!match) return plain
  const [, year, month = match[4], day = match[5]] = match
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  return isDate(date) ? date : plain
}

function toLocal(value: unknown): string {
  const time = Date.parse(inputText(value))
  return Number.isNaN(time) ? '' : localTimeAt(time).slice(0, 16)
}

export function DateInput(props: InputProps) {
  if (props.schema.format !== 'date-time') return <DayInput {...props} />
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
}
