// Lists the properties of `item` on a page: the fields of its type, and those that the server adds to every item.

import type { Properties } from '#config/compile/common/schema-at-path.ts'
import type { RecordType } from '#config/compile/fields/record-type.ts'
import { audiencesOf } from '#shared/access/field-read-access.ts'
import { type Audience, parentPartyAudience, partyField, RELATIONS } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'

const FLAG = { type: 'boolean' }
const TEXT = { type: 'string' }

const listed = (values: readonly string[]): JsonSchema => ({ type: 'string', enum: values })
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

function isContent(type: RecordType): type is ContentType {
  return 'lifecycle' in type
}

/** Returns the schema of each property by name. Records that are no content have only the properties with a title. */
export const itemProperties = perModel(readProperties)

function readProperties(type: RecordType): Properties {
  const fields = Object.fromEntries(type.fields.map(({ name, schema }) => [name, schema]))
  if (!isContent(type)) return fields
  const { states, transitions } = type.lifecycle
  const titles = type.fields.flatMap(({ name, ref, refBy, names }) =>
    ref === undefined && refBy === undefined && names === undefined ? [] : [[`${name}Title`, TEXT] as const],
  )
  return {
    ...Object.fromEntries(titles),
    title: TEXT,
    ...fields,
    status: listed(Object.keys(states)),
    type: listed([type.name]),
    actions: listOf(listed([...new Set(transitions.map(({ action }) => action))])),
    relations: listOf(listed([...relationsOf(type), ...partiesOf(type)])),
    editable: FLAG,
    liked: FLAG,
    supported: FLAG,
    collected: FLAG,
    ...(type.follow ? { followed: FLAG } : {}),
    versioned: FLAG,
    receiptNo: TEXT,
  }
}

/** Returns the possible relations to an item; a type without a parent has no `parent.owner`. */
function relationsOf({ parent }: ContentType): Audience[] {
  return RELATIONS.filter((relation) => relation !== 'parent.owner' || parent !== undefined)
}

/** The parties that its lifecycle and its fields name. */
function partiesOf({ lifecycle: { states, transitions }, fields }: ContentType): Audience[] {
  const named = [
    ...Object.values(states).flatMap(({ readers = [] }) => readers),
    ...transitions.flatMap(({ by, not = [], readers = [] }) => [...by, ...not, ...audiencesOf(readers)]),
    ...fields.flatMap(({ visible = [] }) => audiencesOf(visible)),
  ]
  const isParty = (audience: Audience) =>
    partyField(audience) !== undefined || parentPartyAudience(audience) !== undefined
  return [...new Set(named.filter(isParty))]
}

/** Undefined where it is not declared what records hold. */
export function itemNames(type: RecordType): readonly string[] | undefined {
  if (isContent(type)) return Object.keys(itemProperties(type))
  return type.names && type.names.length > 0 ? type.names : undefined
}
