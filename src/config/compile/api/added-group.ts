// Builds a group of calls that no file declares, because every portal has it.
import type { WrittenApi } from '#config/generated/written.ts'
import type { Document } from '#config/load/document.ts'

export type Groups = readonly (readonly [string, Document<WrittenApi>])[]

export const toDocument = (group: string, value: WrittenApi): Document<WrittenApi> => ({
  path: `schemas/api/${group}.json`,
  text: '',
  value,
  problems: [],
  isMade: true,
})

/** The schema of an object with exactly these properties. */
export const closed = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object' as const,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
  additionalProperties: false as const,
})
