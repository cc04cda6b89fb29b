// Draws the cell of several choices or words.
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Tag } from '#portal/ui/tag.tsx'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function TagsCell({ value, column }: CellProps) {
  const items = useDictionary(column.field.dict ?? '')
  const entries = new Set((Array.isArray(value) ? value : []).map(toText).filter(Boolean))
  if (entries.size === 0) return <>—</>
  return (
    <span className="eq-tags">
      {[...entries].map((entry) => {
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
