// Owns the words on where inside an answer something changed.
import type { Field } from '../../shared/content-model.ts'
import { placesWithin } from './changed-places.ts'

interface Props {
  readonly field: Pick<Field, 'schema'>
  readonly before: unknown
  readonly after: unknown
}

export function ChangedList({ field, before, after }: Props) {
  const places = placesWithin(field, before, after)
  if (places.length === 0) return null
  return (
    <ul className="eq-changed-list">
      {places.map((place) => (
        <li key={place}>{place}</li>
      ))}
    </ul>
  )
}
