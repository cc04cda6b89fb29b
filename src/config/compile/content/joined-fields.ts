// Compiles the fields that a content type joins from its references: they exist, have a suitable type, and are
// public.

import { compileField } from '#config/compile/fields/compile-field.ts'
import { SYSTEM_FIELDS } from '#config/compile/fields/system-fields.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Code } from '#config/load/codes.ts'
import type { Report } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'
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
  const refuse = (slug: Code, message: string, more: Partial<Report> = {}): null => {
    at.report(slug, message, { ...more })
    return null
  }
  if ([...own, ...SYSTEM_FIELDS].some((field) => field.name === name)) {
    const message = `“${name}”已是该内容类型的字段：引入的字段请换一个名称`
    here.report('joined_taken', message, { found: name, key: true })
    return null
  }
  const [by = '', there = ''] = place.split('.')
  const reference = own.find((field) => field.name === by)
  if (!reference)
    return refuse('field_unknown', `字段“${by}”没有定义`, {
      found: by,
      known: own.flatMap(({ name: one, type, ref }) => (type === 'ref' && ref !== undefined ? [one] : [])),
    })
  const { ref } = reference
  if (reference.type !== 'ref' || ref === undefined)
    return refuse('joined_reference', `字段“${by}”不是引用（x-ref），无法由此引入字段`, {
      found: reference.type,
    })
  if (reference.visible || isSecret(reference))
    return refuse('joined_hidden', `引用“${by}”不是公开字段，不能由此引入公开字段`)
  const target = here.context.of('content').get(ref)
  if (!target) return null // said of the reference itself
  const properties = target.value.fields.properties
  const raw = properties[there]
  if (!raw)
    return refuse('field_unknown', `内容类型“${ref}”没有字段“${there}”`, {
      found: there,
      known: Object.keys(properties),
    })
  const field = compileField(
    new Place(here.context, target, ['fields', 'properties', there]),
    there,
    raw,
    false,
  )
  if (!JOINED.includes(field.type) || raw['x-of'] !== undefined)
    return refuse(
      'joined_type',
      `“${place}”的类型是 ${field.type}，只能引入 ${JOINED.join('、')} 类型且由人填写的字段`,
      { found: field.type },
    )
  if (field.visible || isSecret(field))
    return refuse('joined_hidden', `“${ref}”的字段“${there}”不公开，不能引入其他内容类型`)
  const states = openStates(lifecycles.get(target.value.lifecycle) ?? { states: {} })
  if (target.value.disclosure || (states.length === 0 && lifecycles.has(target.value.lifecycle)))
    return refuse('joined_closed', `内容类型“${ref}”没有公开的状态，其字段不能引入其他内容类型`, {
      found: ref,
    })
  if (sort && !DEFAULT_WIDGETS[field.type].sortable)
    return refuse('joined_sort', `“${place}”的类型是 ${field.type}，不能排序`, { found: field.type })
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
