// Draws the frame of two dates that belong together; each stays a field of its own, since one picker of both is too
// wide for phones.
import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { useGroupFrame } from './parts/use-group-frame.ts'

export function DateRangeGroup(props: ObjectFieldTemplateProps) {
  return (
    <div {...useGroupFrame(props)} className="eq-range-input">
      {props.properties.map((property) => property.content)}
    </div>
  )
}
