// Owns the cell of words that one party of an item wrote to the other, after what they are called.
import { toText } from '#portal/ui/format/to-text.ts'
import { WORDS_NAME } from '#portal/widgets/items/participant-words.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function WordsCell({ value, item, column }: CellProps) {
  if (typeof value !== 'string' || value === '') return <>—</>
  const name = toText(item[WORDS_NAME])
  // Where it stands beside them as their label, it is not said twice.
  const isNameShown = name === '' || name === column.label
  return <span className="eq-long-text">{isNameShown ? value : `${name}：${value}`}</span>
}
