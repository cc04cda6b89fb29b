// Adds titles to the parameters of calls: common names have one here, all others must declare theirs.

import type { Place } from '#config/load/place.ts'
import { parameterTitle } from '#shared/calls/parameter-titles.ts'
import type { JsonSchema } from '#shared/model/json.ts'

/** Characters that separate a title from its explanation. */
const EXPLAINS = /[，；：（/]/

const propertiesOf = ({ properties }: JsonSchema) =>
  Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>)

/** `schema`, an object's, with a title for each of its own properties that has none and bears a common name. */
export function withTitles(schema: JsonSchema): JsonSchema {
  const properties = propertiesOf(schema).map(([name, property]) => {
    const title = property.title ?? parameterTitle(name)
    return [name, title === undefined ? property : { title, ...property }] as const
  })
  return properties.length === 0 ? schema : { ...schema, properties: Object.fromEntries(properties) }
}

/** Messages would name what has no title by its key, which is English. */
export function checkTitles(here: Place, schema: JsonSchema): void {
  for (const [name, property] of propertiesOf(schema)) {
    const at = here.at(name)
    const { title = '' } = property
    if (typeof title !== 'string' || title === '') at.report('parameter_title', { name, key: true })
    else if (EXPLAINS.test(title)) at.report('parameter_words', { name, key: true })
    checkTitles(at.at('properties'), property)
    if (property.items) checkTitles(at.at('items', 'properties'), property.items as JsonSchema)
  }
}
