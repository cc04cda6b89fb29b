// Compiles `directory`: the content item created from an approved account of a registration form.

import { findField } from '#config/compile/common/find-field.ts'
import { findMisfit } from '#config/compile/fields/field-compatibility.ts'
import type { WrittenForm } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { isPersonal } from '#shared/access/personal-fields.ts'
import { evaluateCondition } from '#shared/expressions/condition.ts'
import type { Directory, DirectoryField } from '#shared/identity/directory-model.ts'
import { findUnpublishTransition, publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field, FieldType, FormModel } from '#shared/model/content-model.ts'
import { checkAnswersCondition } from './form-conditions.ts'

type WrittenField = NonNullable<WrittenForm['directory']>['fields'][string]

/** Field types that identify one entry among many. */
const TELLING: readonly FieldType[] = ['text', 'mobile', 'url', 'integer', 'ref']

/** The form with its directory, where it names one. */
export function withDirectory(
  here: Place<WrittenForm>,
  form: FormModel,
  types: ReadonlyMap<string, ContentType>,
): FormModel {
  const { directory: written } = here.document.value
  if (!written) return form
  const at = here.at('directory')
  const type = at.at('type').find('content', '内容类型', written.type, types)
  if (!type) return form
  checkLifecycle(at.at('type'), type)
  if (written.when) checkAnswersCondition(at.at('when'), written.when, form.fields)
  const fields = Object.entries(written.fields).map(([to, value]) => ({ to, ...toField(value) }))
  for (const field of fields) checkField(at.at('fields', field.to), form, type, field)
  checkRequired(at.at('fields'), form, type, fields)
  const { key } = written
  const names = fields.map(({ to }) => to)
  const typeOf = (name: string) => type.fields.find((field) => field.name === name)
  if (key !== undefined) at.at('key').expect(names, key, 'directory_key')
  const known = typeOf(key ?? '')
  if (known && !TELLING.includes(known.type))
    at.at('key').report('directory_key_type', {
      found: known.name,
      known: names.filter((name) => TELLING.includes(typeOf(name)?.type ?? 'object')),
      target: known,
    })
  const directory: Directory = {
    type: written.type,
    ...(key === undefined ? {} : { key }),
    ...(written.when ? { when: written.when } : {}),
    fields,
  }
  return { ...form, directory }
}

const toField = (written: WrittenField) => (typeof written === 'string' ? { from: written } : written)

/** An entry comes and goes with its account. */
function checkLifecycle(here: Place, { title, lifecycle }: ContentType): void {
  const [shown] = publicStates(lifecycle)
  if (shown !== undefined && findUnpublishTransition(lifecycle, shown)) return
  here.report('directory_lifecycle', { found: lifecycle.name, title })
}

function checkField(
  here: Place,
  form: FormModel,
  type: ContentType,
  { to, from, start, value }: DirectoryField,
): void {
  const own = type.fields.filter((field) => !field.system && field.from === undefined)
  const target = findField(here, own, to, 'field_unknown.entry', { key: true, type })
  if (!target) return
  if ((from === undefined) === (value === undefined)) {
    here.report('directory_source', { to })
    return
  }
  if (from === undefined) {
    if (!acceptsValue(target, value))
      here.report('value_unknown.field', {
        found: String(value),
        known: ((target.schema.enum as unknown[] | undefined) ?? []).map(String),
        target,
      })
    return
  }
  const source = findField(here, form.fields, from, 'field_unknown.form_own')
  if (!source) return
  const isPrivate = isPersonal(source) || form.sensitive?.fields.includes(from)
  if (isPrivate && target.visible === undefined)
    here.report('directory_private', { found: from, source, target })
  const misfit = findMisfit(source, target, start)
  if (misfit) here.report(misfit[0], { ...misfit[1], found: from })
}

function acceptsValue({ schema }: Field, value: unknown): boolean {
  const allowed = schema.enum as readonly unknown[] | undefined
  return allowed ? allowed.includes(value) : typeof value === schema.type
}

/** Checks that each required field of an entry is filled from a field that every application answers. */
function checkRequired(
  here: Place,
  form: FormModel,
  type: ContentType,
  fields: readonly DirectoryField[],
): void {
  const constants = Object.fromEntries(
    fields.flatMap(({ to, value }) => (value === undefined ? [] : [[to, value]])),
  )
  for (const target of type.fields) {
    const condition = type.conditions[target.name]
    if (
      !target.required ||
      target.system ||
      (condition && !evaluateCondition(condition, { form: constants }))
    )
      continue
    const mapped = fields.find(({ to }) => to === target.name)
    if (!mapped) here.report('directory_required.missing', { expected: target.name, key: true, type, target })
    else if (mapped.from !== undefined && !isAlwaysAnswered(form, mapped.from))
      here.at(target.name).report('directory_required.optional', { found: mapped.from, target })
  }
}

function isAlwaysAnswered({ fields, conditions }: FormModel, name: string): boolean {
  const field = fields.find((candidate) => candidate.name === name)
  // A missing field is reported as such.
  return field === undefined || (field.required && !Object.hasOwn(conditions, name))
}
