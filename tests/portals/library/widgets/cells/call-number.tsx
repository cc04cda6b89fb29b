// Provides the cell of a call number: the class apart from the number in it, as on the spine of the book.
import { type CellProps, optionsIn, toText } from 'equipnet/widget'
import './call-number.css'

export const DOOR = 1

interface Options {
  /** Before the number, such as 索书号. */
  readonly prefix: string
}

export function CallNumberCell({ value, column }: CellProps) {
  const { prefix } = optionsIn<Options>(column)
  const [shelf = '', number = ''] = toText(value).split('/')
  if (shelf === '') return <span className="eq-muted">—</span>
  return (
    <span className="library-call-number">
      {prefix ? <small>{prefix}</small> : null}
      <b>{shelf}</b>
      {number === '' ? null : <span>{number}</span>}
    </span>
  )
}
