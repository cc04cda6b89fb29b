// Draws the frame of values that belong together: one box, named by its label.
import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { useGroupFrame } from './parts/use-group-frame.ts'

export function ObjectGroup(props: ObjectFieldTemplateProps) {
  const frame = useGroupFrame(props)
  const content = props.properties.map((property) => property.content)
  const place = props.fieldPathId.path.at(-1)
  // The form itself, and a row, whose list frames it.
  if (place === undefined || typeof place === 'number') return content
  return (
    <div {...frame} className="eq-nested">
      <div className="eq-form-grid">{content}</div>
    </div>
  )
}
