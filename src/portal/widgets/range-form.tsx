// Owns the pair of bounds that number and date ranges share.
import { type FormEvent, useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'

interface Props {
  readonly label: string
  readonly type: 'number' | 'date'
  readonly unit?: string | undefined
  readonly from: string
  readonly to: string
  /** Below it nothing makes sense. */
  readonly min?: number | undefined
  /** What really occurs. */
  readonly least?: number | null | undefined
  readonly most?: number | null | undefined
  readonly onApply: (from: string, to: string) => void
}

const hint = (bound: number | null | undefined): string => (bound == null ? '' : String(bound))

/** Bounds given the wrong way round are turned about. */
export function RangeForm({ label, type, unit, from, to, min, least, most, onApply }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const fields = form.current?.elements
    ;(fields?.namedItem('from') as HTMLInputElement).value = from
    ;(fields?.namedItem('to') as HTMLInputElement).value = to
  }, [from, to])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const low = String(data.get('from') ?? '').trim()
    const high = String(data.get('to') ?? '').trim()
    const swapped = low && high && (type === 'number' ? Number(low) > Number(high) : low > high)
    onApply(swapped ? high : low, swapped ? low : high)
  }
  const shared = {
    className: 'eq-input',
    type,
    ...(type === 'number' ? { step: 'any', inputMode: 'decimal' as const, min } : {}),
  }
  return (
    <form className="eq-range" ref={form} onSubmit={submit}>
      <input
        {...shared}
        name="from"
        aria-label={`${label}起`}
        defaultValue={from}
        placeholder={hint(least)}
      />
      <span aria-hidden>至</span>
      <input {...shared} name="to" aria-label={`${label}止`} defaultValue={to} placeholder={hint(most)} />
      {unit ? <span>{unit}</span> : null}
      <Button type="submit">确定</Button>
    </form>
  )
}
