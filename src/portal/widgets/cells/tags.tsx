// Owns the cell of several choices or words.
import { useDictionary } from '../../app/dictionaries.ts'
import { Tag } from '../../ui/tag.tsx'
import type { CellProps } from '../widget-props.ts'

export function TagsCell({ value, item, column }: CellProps) {
  const items = useDictionary(column.field.dict ?? '')
  const titles = item[`${column.field.name}Title`]
  const shown: unknown = column.field.type === 'ref-list' && Array.isArray(titles) ? titles : value
  if (!Array.isArray(shown) || shown.length === 0) return <>—</>
  return (
    <span className="eq-tags">
      {[...new Set(shown.map(String))].map((entry) => {
        const known = items.find((candidate) => candidate.value === entry)
        return (
          <Tag key={entry} color={known?.color ?? 'grey'}>
            {known?.label ?? entry}
          </Tag>
        )
      })}
    </span>
  )
}
