// Owns the cell of words that one party of an item wrote to the other, after what they are called.
import { toText } from '../../ui/to-text.ts'
import type { CellProps } from '../widget-props.ts'
import { WORDS_NAME } from '../words-name.ts'

export function WordsCell({ value, item, column }: CellProps) {
  if (typeof value !== 'string' || value === '') return <>—</>
  const name = toText(item[WORDS_NAME])
  // Where it stands beside them as their label, it is not said twice.
  const isSaid = name === '' || name === column.label
  return <span className="eq-long-text">{isSaid ? value : `${name}：${value}`}</span>
}
