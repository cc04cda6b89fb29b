// Draws the list of places inside an answer that changed.

import { describeInnerChanges } from '#portal/core/form-state/changed-fields.ts'
import type { Field } from '#shared/model/content-model.ts'

interface Props {
  readonly field: Pick<Field, 'schema'>
  readonly before: unknown
  readonly after: unknown
}

export function ChangedList({ field, before, after }: Props) {
  const innerChanges = describeInnerChanges(field, before, after)
  if (innerChanges.length === 0) return null
  return (
    <ul className="eq-changed-list">
      {innerChanges.map((place) => (
        <li key={place}>{place}</li>
      ))}
    </ul>
  )
}
