// Reads the choices of a reference: the list of the type it points to, as the compiler bound it.
import type { Json } from '#shared/model/json.ts'

interface ChoiceMeta {
  readonly name: string
  /** Dictionary of its values. */
  readonly dict?: string
}

export interface RefChoices {
  /** Address of the list, which answers only items that the caller may read. */
  readonly path: string
  readonly title: string
  readonly heading: string
  /** Fields that tell items of the same title apart. */
  readonly meta: readonly ChoiceMeta[]
  /** Fields with its degrees, where what is near a point can come first. */
  readonly place?: readonly [longitude: string, latitude: string]
}

/** Undefined where there is no list of what may be referred to. */
export function readChoices(options: Json | undefined): RefChoices | undefined {
  const { choices } = (options ?? {}) as Readonly<Record<string, Json>>
  // Written by the compiler alone, whose type it is.
  return typeof choices === 'object' && choices !== null ? (choices as unknown as RefChoices) : undefined
}
