// Draws the pair of bounds that number and date ranges share.
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#portal/ui/button.tsx'
import type { FilterProps } from '#portal/widgets/widget-props.ts'

interface Props extends FilterProps {
  readonly type: 'number' | 'date'
  /** Below it nothing makes sense. */
  readonly min?: number | undefined
  /** Bounds of the values that really occur. */
  readonly least?: number | null | undefined
  readonly most?: number | null | undefined
}

const hint = (bound: number | null | undefined): string => (bound == null ? '' : String(bound))

interface Fault {
  readonly name: string
  readonly message: string
}

/** The first bound that cannot be; said here, since the browser would say it in its own language. */
function faultIn(form: HTMLFormElement, label: string, min: number | undefined): Fault | undefined {
  for (const name of ['from', 'to']) {
    const input = form.elements.namedItem(name) as HTMLInputElement
    if (input.validity?.badInput)
      return { name, message: `${label}应为${input.type === 'number' ? '数字' : '完整的日期'}` }
    if (min !== undefined && input.value !== '' && Number(input.value) < min)
      return { name, message: `${label}不能小于 ${min}` }
  }
  return undefined
}

/** Bounds given the wrong way round are turned about. */
export function RangeForm({ filter, value, onChange, type, min, least, most }: Props) {
  const { name, label } = filter
  const [from = '', to = ''] = [value[`${name}From`], value[`${name}To`]]
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState<Fault>()
  const faultId = useId()
  useEffect(() => {
    const fields = form.current?.elements
    ;(fields?.namedItem('from') as HTMLInputElement).value = from
    ;(fields?.namedItem('to') as HTMLInputElement).value = to
  }, [from, to])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = faultIn(event.currentTarget, label, min)
    setFault(found)
    if (found) {
      ;(event.currentTarget.elements.namedItem(found.name) as HTMLInputElement).focus()
      return
    }
    const data = new FormData(event.currentTarget)
    const low = String(data.get('from') ?? '').trim()
    const high = String(data.get('to') ?? '').trim()
    const swapped = low && high && (type === 'number' ? Number(low) > Number(high) : low > high)
    onChange({ [`${name}From`]: swapped ? high : low, [`${name}To`]: swapped ? low : high })
  }
  const shared = {
    className: 'eq-input',
    type,
    ...(type === 'number' ? { step: 'any', inputMode: 'decimal' as const, min } : {}),
  }
  const faulty = (bound: string) =>
    fault?.name === bound ? { 'aria-invalid': true, 'aria-describedby': faultId } : {}
  return (
    <form className="eq-range" ref={form} onSubmit={submit} noValidate>
      <input
        {...shared}
        {...faulty('from')}
        name="from"
        aria-label={`${label}起`}
        defaultValue={from}
        placeholder={hint(least)}
      />
      <span aria-hidden>至</span>
      <input
        {...shared}
        {...faulty('to')}
        name="to"
        aria-label={`${label}止`}
        defaultValue={to}
        placeholder={hint(most)}
      />
      {filter.field?.unit ? <span>{filter.field.unit}</span> : null}
      <Button type="submit">确定</Button>
      {fault ? (
        <p id={faultId} className="eq-range-fault" role="alert">
          {fault.message}
        </p>
      ) : null}
    </form>
  )
}
