// Compiles content types: fields, form, lifecycle and endpoints.

import { compileListParameters } from '#config/compile/api/list-parameters.ts'
import { isManaged, managesContent, operatorEndpoints } from '#config/compile/api/operator-endpoints.ts'
import { findField } from '#config/compile/common/find-field.ts'
import { given } from '#config/compile/common/given.ts'
import { PINNED_FIELD, SYSTEM_FIELDS } from '#config/compile/fields/system-fields.ts'
import { checkWriterSees, compileViewers } from '#config/compile/forms/compile-field-read-access.ts'
import { compileFields, compileForm } from '#config/compile/forms/compile-form.ts'
import { compileWritableFields } from '#config/compile/forms/writable-fields.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import { PINNED } from '#shared/content/pins.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field, FieldType, FormModel, Taking } from '#shared/model/content-model.ts'
import { takenFrom } from '#shared/model/field-source.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { ParameterFamily } from '#shared/parameters/parameter-model.ts'
import { bindDerived } from './category-fields.ts'
import { checkCalendar } from './check-calendar.ts'
import { checkFieldRoles, checkImport, checkPublicFields } from './check-field-roles.ts'
import { checkStructuredData } from './check-structured-data.ts'
import { compileEndpoint } from './compile-endpoint.ts'
import { compileMapLayer } from './compile-map-layer.ts'
import { compileComputed } from './computed-fields.ts'
import { itemPictureOf } from './item-picture.ts'
import { compileJoins } from './joined-fields.ts'

export interface CompiledContent {
  readonly type: ContentType
  readonly form: FormModel
  readonly operations: readonly Operation[]
  readonly samples?: string
}

/** Field types that can distinguish and list categories. */
const CATEGORIES: readonly FieldType[] = ['dict', 'dict-list', 'ref', 'ref-list']

export function compileContentType(
  here: Place<WrittenContentType>,
  name: string,
  lifecycles: ReadonlyMap<string, Lifecycle>,
  families: readonly ParameterFamily[],
): CompiledContent | null {
  const written = here.document.value
  const lifecycle = here.at('lifecycle').find('lifecycle', '生命周期', written.lifecycle, lifecycles)
  const fieldsAsWritten = bindDerived(here, { fields: compileFields(here), families }).map((field) => {
    if (field.name === written.takes?.field) return restrictToTransitionValues(field, written.takes)
    if (Object.hasOwn(written.aggregates ?? {}, field.name)) return countingField(here, field)
    // The parent by its own name is the parent.
    const source = takenFrom(written, field.from)
    return source?.by !== undefined && source.by === written.parent
      ? { ...field, from: `parent.${source.field}` as const }
      : field
  })
  const own = lifecycle
    ? compileViewers(here, compileWritableFields(here, fieldsAsWritten, lifecycle), lifecycle)
    : fieldsAsWritten
  const systemFields = written.pins === undefined ? SYSTEM_FIELDS : [...SYSTEM_FIELDS, PINNED_FIELD]
  const isReserved = ({ name }: Field) => systemFields.some((system) => system.name === name)
  const joined = compileJoins(here, { own, lifecycles, families })
  const computed = compileComputed(here, own, joined)
  const fields = [...own.filter((field) => !isReserved(field)), ...joined, ...computed, ...systemFields]
  const byName = new Map(fields.map((field) => [field.name, field]))
  for (const [index, field] of own.entries())
    if (isReserved(field))
      here
        .at('fields', 'properties', field.name)
        .report('field_reserved', { key: true, field, number: index + 1 })
  checkNamedFields(here, byName)
  checkPublicFields(here, own, byName.get(written.heading ?? 'title'))
  checkCategory(here, byName.get(written.category ?? ''))
  checkChecks(here, byName)
  checkAnonymous(here, byName.get(written.anonymous ?? ''), own, lifecycle)
  if (!lifecycle || Object.values(lifecycle.states).some(({ editable }) => editable))
    checkWriterSees(here, own)
  checkFieldRoles(here, byName)
  const heading = written.heading ?? 'title'
  const picture = itemPictureOf(here, fields, families)
  checkHeading(here, byName)
  checkDistinct(here, written.distinct, own)
  if (written.outlives && written.parent === undefined)
    here.at('outlives').report('outlives_nothing', { key: true })
  checkSaved(here)
  const inputFields = own.filter(({ from, of }) => from === undefined && of === undefined)
  const taken = own.filter(({ from }) => takenFrom(written, from) !== undefined)
  const form: FormModel = {
    ...compileForm(here, name, inputFields, taken),
    ...(computed.length > 0 ? { computed } : {}),
  }
  if (!lifecycle) return null
  const endpoints: WrittenContentType['endpoints'] =
    managesContent(here.context) && isManaged(here.context, lifecycle)
      ? {
          ...written.endpoints,
          ...operatorEndpoints(here.context, name, lifecycle, written.endpoints),
        }
      : written.endpoints
  const region = written.region ?? own.find((field) => field.type === 'region')?.name
  const parameters = compileListParameters(here, written.parameters, fields, region)
  const around = { name, form, fields, parameters, lifecycle }
  const operations = Object.entries(endpoints).flatMap(([endpoint, value]) =>
    compileEndpoint(here, around, endpoint, value),
  )
  checkImport(here, written, { own, form, operations })
  checkCalendar(here, written.calendar, fields)
  checkStructuredData(here, fields, written.structured)
  const map = compileMapLayer(here, { ...written, fields, region })
  if (written.comments && !operations.some(({ content }) => content?.action === 'commentAdd'))
    here.at('comments').report('comments_unused', { key: true })
  return {
    form,
    operations,
    ...(written.samples ? { samples: written.samples } : {}),
    type: {
      name,
      title: written.title,
      ...given(asWritten(written)),
      lifecycle,
      fields,
      schema: form.schema,
      ...(written.outlives ? { outlives: true as const } : {}),
      ...(written.several ? { several: true as const } : {}),
      ...given({ picture, region, map }),
      ...(written.follow ? { follow: true } : {}),
      ...(written.versions === false ? { versions: false as const } : {}),
      parameters,
      heading,
      steps: form.steps,
      conditions: form.conditions,
      operations: Object.fromEntries(
        operations.map((operation) => [operation.id.slice(name.length + 1), operation.id]),
      ),
    },
  }
}

/** Properties that the model takes from the file of the content type unchanged. */
function asWritten(written: WrittenContentType) {
  const { badge, icon, parent, disclosure, admission, advances, takes, distinct, period } = written
  const {
    import: imports,
    category,
    calendar,
    structured,
    anonymous,
    comments,
    events,
    personal,
    checks,
  } = written
  const own = { badge, icon, parent, disclosure, admission, advances, takes, distinct, period }
  const { aggregates, limits } = written
  return {
    ...own,
    aggregates,
    limits,
    pins: toPins(written),
    import: imports,
    category,
    calendar,
    structured,
    anonymous,
    comments,
    events,
    personal,
    checks,
  }
}

/** What can be pinned is in the list that pins order. */
function toPins({ pins, endpoints }: WrittenContentType): ContentType['pins'] {
  if (pins === undefined) return undefined
  const lists = Object.values(endpoints).flatMap((endpoint) =>
    typeof endpoint === 'string' ? [] : [endpoint],
  )
  return { most: pins, fixed: lists.find(({ sort }) => sort === PINNED)?.fixed ?? {} }
}

/** Checks the fields that the content type names for a purpose of their own. */
function checkNamedFields(here: Place<WrittenContentType>, byName: ReadonlyMap<string, Field>): void {
  const written = here.document.value
  for (const key of ['heading', 'parent', 'category', 'region', 'anonymous'] as const) {
    const named = written[key]
    if (named !== undefined) here.at(key).expect(byName.keys(), named, 'field_unknown.own')
  }
  // These fields are copied into columns of their own, which are not encrypted.
  for (const key of ['heading', 'parent', 'category', 'region'] as const) {
    const field = byName.get(written[key] ?? (key === 'heading' ? 'title' : ''))
    if (field && isSecret(field))
      here
        .at('fields', 'properties', field.name)
        .report('secret_open.role', { key: true, field, property: key })
  }
}

/** The checks before submitting name fields of the type, and a dictionary that is there. */
function checkChecks(here: Place<WrittenContentType>, byName: ReadonlyMap<string, Field>): void {
  const { names, missing } = here.document.value.checks ?? {}
  for (const [index, name] of (missing?.fields ?? []).entries())
    here.at('checks', 'missing', 'fields', index).expect(byName.keys(), name, 'field_unknown.own')
  if (names !== undefined)
    here
      .at('checks', 'names')
      .refers('dictionary', '字典', DICTIONARY.officialNames, here.context.of('dictionary'))
}

function checkHeading(here: Place<WrittenContentType>, byName: ReadonlyMap<string, Field>): void {
  if (here.document.value.heading === undefined && !byName.has('title'))
    here.at('fields', 'properties').report('heading_missing', { key: true })
}

function checkCategory(here: Place, category: Field | undefined): void {
  if (category && !CATEGORIES.includes(category.type))
    here
      .at('category')
      .report('category_type', { found: category.type, expected: CATEGORIES.join(', '), category })
}

/** A field that counts the items below (`aggregates`), which nobody else writes. */
function countingField(here: Place<WrittenContentType>, { name, title, ...field }: Field): Field {
  const at = here.at('fields', 'properties', name)
  if (field.required) at.report('aggregate_field.required', { found: name, key: true, title })
  const { 'x-set': set } = here.document.value.fields.properties[name] ?? {}
  if (field.from !== undefined || field.of !== undefined || set !== undefined)
    at.report('aggregate_field.filled', { found: name, key: true, title })
  return { ...field, name, title, from: 'children' }
}

/** Only values that take the item above somewhere can be given. */
function restrictToTransitionValues(field: Field, { steps, stays = [] }: Taking): Field {
  const codes = (field.schema.enum ?? []) as readonly string[]
  // Of a code that is not there it is not known which one was meant.
  const isValid = [...Object.keys(steps), ...stays].every((value) => codes.includes(value))
  const values = isValid ? codes.filter((value) => Object.hasOwn(steps, value) || stays.includes(value)) : []
  return values.length ? { ...field, schema: { ...field.schema, enum: values } } : field
}

/** Checks the field by which a submitter is anonymous, and that no other field of the item names the submitter. */
function checkAnonymous(
  here: Place,
  field: Field | undefined,
  own: readonly Field[],
  lifecycle: Lifecycle | undefined,
): void {
  if (!field) return
  const { name, title, type, set } = field
  const at = here.at('anonymous')
  const expected = type === 'boolean' ? {} : { expected: 'boolean' }
  if (type !== 'boolean') at.report('anonymous_type', { found: type, ...expected, name })
  if (lifecycle && set?.states && !set.states.includes(lifecycle.initial))
    at.report('anonymous_late', { found: name, ...expected, title })
  const fromOwner = own.find(({ from }) => from === 'owner' || from === 'owner.directory')
  if (fromOwner)
    here.at('fields', 'properties', fromOwner.name, 'x-from').report('from_anonymous', { fromOwner })
}

function checkDistinct(here: Place, name: string | undefined, fields: readonly Field[]): void {
  if (name === undefined) return
  const field = findField(here.at('distinct'), fields, name, 'field_unknown.distinct')
  if (field && ((field.type !== 'text' && field.type !== 'ref') || isSecret(field)))
    here.at('distinct').report('distinct_type', { found: field.type, name })
}

function checkSaved(here: Place<WrittenContentType>): void {
  const { several, period, endpoints } = here.document.value
  const saves = Object.entries(endpoints).some(
    ([name, value]) => (typeof value === 'string' ? name : (value.action ?? name)) === 'save',
  )
  if (saves) checkPeriod(here)
  else
    for (const [key, isDeclared] of [
      ['several', several],
      ['period', period],
    ] as const)
      if (isDeclared !== undefined) here.at(key).report('save_missing', { found: key, key: true })
}

function checkPeriod(here: Place<WrittenContentType>): void {
  const { from, until } = here.document.value.period ?? {}
  if (from !== undefined && until !== undefined && until < from)
    here.at('period', 'until').report('period_order', { found: until, from })
}
