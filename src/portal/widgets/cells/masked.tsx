// Owns the cell of a number that is not shown whole; those who may see it can uncover it.
import { useState } from 'react'
import { withheldFrom } from '../readers-of.ts'
import type { CellProps } from '../widget-props.ts'

/** Digits of a mobile number; with fewer, its ends would tell too much. */
const WHOLE = 11

function mask(text: string): string {
  if (text.length < WHOLE) return '*'.repeat(text.length)
  return `${text.slice(0, 3)}${'*'.repeat(text.length - 7)}${text.slice(-4)}`
}

export function MaskedCell({ value, item, column }: CellProps) {
  const [shown, setShown] = useState(false)
  if (typeof value !== 'string' || value === '') {
    return <span className="eq-muted">{withheldFrom(item, column.field) || '未填写'}</span>
  }
  // Masked before it came: there is nothing to uncover here.
  if (value.includes('*')) return <span className="eq-figure">{value}</span>
  return (
    <span className="eq-figure">
      {shown ? value : mask(value)}{' '}
      <button
        type="button"
        className="eq-text-button"
        aria-label={`${shown ? '隐藏' : '显示'}完整${column.label}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? '隐藏' : '显示'}
      </button>
    </span>
  )
}
