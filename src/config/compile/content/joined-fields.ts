// Compiles the fields that a content type joins from its references: they exist, have a suitable type, and are
// public.

import { compileField } from '#config/compile/fields/compile-field.ts'
import { SYSTEM_FIELDS } from '#config/compile/fields/system-fields.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { MessageCode } from '#config/load/codes.ts'
import { Place, type Values } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import { DEFAULT_WIDGETS } from '#shared/forms/default-widgets.ts'
import { type Lifecycle, openStates } from '#shared/lifecycles/lifecycle.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import type { ParameterFamily } from '#shared/parameters/parameter-model.ts'
import { withLevels } from './category-fields.ts'

type Written = NonNullable<WrittenContentType['joins']>[string]

/** One value that a cell shows and the database compares. */
const JOINED: readonly FieldType[] = [
  'text',
  'number',
  'integer',
  'boolean',
  'date',
  'date-time',
  'dict',
  'region',
]

interface Around {
  readonly own: readonly Field[]
  readonly lifecycles: ReadonlyMap<string, Lifecycle>
  readonly families: readonly ParameterFamily[]
}

/** In the order in which they are written. */
export function compileJoins(here: Place<WrittenContentType>, around: Around): Field[] {
  return Object.entries(here.document.value.joins ?? {}).flatMap(
    ([name, written]) => compileJoin(here.at('joins', name), around, name, written) ?? [],
  )
}

function compileJoin(
  here: Place,
  { own, lifecycles, families }: Around,
  name: string,
  written: Written,
): Field | null {
  const {
    field: place,
    title,
    filter = false,
    sort = false,
  } = typeof written === 'string' ? { field: written } : written
  const at = typeof written === 'string' ? here : here.at('field')
  const refuse = (code: MessageCode, values: Values): null => {
    at.report(code, values)
    return null
  }
  if ([...own, ...SYSTEM_FIELDS].some((field) => field.name === name)) {
    here.report('joined_taken', { found: name, key: true })
    return null
  }
  const [by = '', there = ''] = place.split('.')
  const reference = own.find((field) => field.name === by)
  if (!reference)
    return refuse('field_unknown.own', {
      found: by,
      known: own.flatMap(({ name: one, type, ref }) => (type === 'ref' && ref !== undefined ? [one] : [])),
    })
  const { ref } = reference
  if (reference.type !== 'ref' || ref === undefined)
    return refuse('joined_reference', { found: reference.type, by })
  if (reference.visible || isSecret(reference)) return refuse('joined_hidden.reference', { by })
  const target = here.context.of('content').get(ref)
  if (!target) return null // said of the reference itself
  const properties = target.value.fields.properties
  const raw = properties[there]
  if (!raw)
    return refuse('field_unknown.content', { found: there, known: Object.keys(properties), title: ref })
  const field = compileField(
    new Place(here.context, target, ['fields', 'properties', there]),
    there,
    raw,
    false,
  )
  if (!JOINED.includes(field.type) || raw['x-of'] !== undefined)
    return refuse('joined_type', { found: field.type, place, joined: JOINED })
  if (field.visible || isSecret(field)) return refuse('joined_hidden.field', { ref, there })
  const states = openStates(lifecycles.get(target.value.lifecycle) ?? { states: {} })
  if (target.value.disclosure || (states.length === 0 && lifecycles.has(target.value.lifecycle)))
    return refuse('joined_closed', { found: ref })
  if (sort && !DEFAULT_WIDGETS[field.type].sortable)
    return refuse('joined_sort', { found: field.type, place })
  const { from: _from, unique: _unique, search: _search, ...shown } = withLevels(field, families)
  return {
    ...shown,
    name,
    title: title ?? field.title,
    required: false,
    filter,
    sort,
    system: true,
    join: { by, type: ref, field: there, states },
  }
}
