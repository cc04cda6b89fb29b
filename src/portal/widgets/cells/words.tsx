// Draws the cell of a text that one participant wrote to another, after the title of that text.
import { toText } from '#portal/ui/format/to-text.ts'
import { WORDS_NAME } from '#portal/widgets/items/item-text.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function WordsCell({ value, item, column }: CellProps) {
  if (typeof value !== 'string' || value === '') return <>—</>
  const name = toText(item[WORDS_NAME])
  // The title is not repeated where the label beside the text already is that title.
  const isNameShown = name === '' || name === column.label
  return <span className="eq-long-text">{isNameShown ? value : `${name}：${value}`}</span>
}
