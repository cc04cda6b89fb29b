// Checks what the fields of a content type are used for: heading, category, search and order, import from tables.

import { findField } from '#config/compile/common/find-field.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { isDate } from '#shared/formats/dates.ts'
import { fitsCell } from '#shared/forms/import-columns.ts'
import type { Field, FieldType, FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

const ROLES: Readonly<Record<'heading' | 'category', readonly [title: string, types: readonly FieldType[]]>> =
  {
    heading: [
      '标题',
      ['text', 'long-text', 'dict', 'ref', 'region', 'date', 'date-time', 'integer', 'number'],
    ],
    category: ['类目', ['dict', 'dict-list', 'text', 'ref', 'region']],
  }
/**
 * The number of days for which an ended period is not reported. A period that ended earlier is out of use; one that
 * ended lately may be opened again.
 */
const DAYS_KEPT = 366

export function checkFieldRoles(here: Place<WrittenContentType>, fields: ReadonlyMap<string, Field>): void {
  const written = here.document.value
  for (const key of ['heading', 'category'] as const) {
    const field = fields.get(written[key] ?? '')
    const [title, types] = ROLES[key]
    if (field && !types.includes(field.type))
      here.at(key).report('role_type', { found: field.type, field, title, property: key, types })
  }
  checkPeriod(here)
}

function checkPeriod(here: Place<WrittenContentType>): void {
  const { period = {} } = here.document.value
  for (const key of ['from', 'until'] as const) {
    const day = period[key]
    if (day !== undefined && !isDate(day)) here.at('period', key).report('value_format.day', { found: day })
  }
  const { until } = period
  const limit = new Date(Date.now() - DAYS_KEPT * 86_400_000).toISOString().slice(0, 10)
  if (until !== undefined && isDate(until) && until < limit)
    here.at('period', 'until').report('period_over', { found: until })
}

export function checkPublicFields(here: Place, fields: readonly Field[], heading: Field | undefined): void {
  if (heading?.visible !== undefined)
    here
      .at('fields', 'properties', heading.name, 'x-visible')
      .report('heading_private', { found: heading.name, key: true, heading })
  for (const { name, title, filter, sort, search, visible } of fields) {
    if (visible === undefined) continue
    const at = here.at('fields', 'properties', name)
    for (const [key, isEnabled, verb] of [
      ['x-filter', filter, '筛选'],
      ['x-sort', sort, '排序'],
    ] as const)
      if (isEnabled) at.at(key).report('order_private', { found: name, key: true, title, verb })
    if (search !== undefined && name !== heading?.name)
      at.at('x-search').report('search_private', { found: name, key: true, title })
  }
}

/** Many items have the same. */
const FEW: ReadonlySet<Field['type']> = new Set(['dict', 'boolean', 'region', 'ref'])

/** Returns true if the submitter can enter the field in one cell. */
const isCellInput = (field: Field): boolean =>
  fitsCell(field) && !field.type.endsWith('-list') && field.from === undefined

type Written = Pick<WrittenContentType, 'import' | 'parent' | 'admission' | 'takes' | 'distinct'>

interface Compiled {
  readonly own: readonly Field[]
  readonly form: Pick<FormModel, 'fields'>
  readonly operations: readonly Pick<Operation, 'content'>[]
}

export function checkImport(here: Place, written: Written, { own, form, operations }: Compiled): void {
  if (!written.import) return
  const at = here.at('import')
  if (!operations.some(({ content }) => content?.action === 'add')) at.report('import_unused', { key: true })
  for (const key of ['parent', 'admission', 'takes', 'distinct'] as const)
    if (written[key] !== undefined) at.report('import_parent', { found: key, key: true })
  for (const field of form.fields)
    if (field.required && !field.parameters && !fitsCell(field))
      at.report('import_field', { found: field.type, key: true, field })
  const known = written.import.same.flatMap(
    (name) => own.find((one) => one.name === name && isCellInput(one)) ?? [],
  )
  const isOfFew = known.length > 0 && known.every(({ type, schema }) => FEW.has(type) || schema.enum)
  if (known.length === written.import.same.length && (isOfFew || known.every(({ required }) => !required)))
    here.at('import', 'same').report(isOfFew ? 'import_same_few.few' : 'import_same_few.optional', {
      found: written.import.same.join(', '),
      key: true,
      same: written.import.same,
    })
  for (const [index, name] of written.import.same.entries()) {
    const at = here.at('import', 'same', index)
    const field = findField(at, own, name, 'field_unknown.same')
    if (field && !isCellInput(field)) at.report('import_same', { found: field.type, name })
  }
}
