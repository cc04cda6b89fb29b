// Owns the frame of values that belong together: one box, named by its label.
import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { useGroupFrame } from '../use-group-frame.ts'

export function ObjectGroup(props: ObjectFieldTemplateProps) {
  const frame = useGroupFrame(props)
  const content = props.properties.map((property) => property.content)
  // The form itself is a grid already.
  if (props.fieldPathId.path.length === 0) return content
  return (
    <div {...frame} className="eq-nested">
      <div className="eq-form-grid">{content}</div>
    </div>
  )
}
