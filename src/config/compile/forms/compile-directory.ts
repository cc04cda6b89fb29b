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
  if (key !== undefined)
    at.at('key').expect(
      names,
      key,
      'directory_key',
      `名录条目按字段“${key}”识别，directory.fields 须写明该字段的来源`,
    )
  const known = typeOf(key ?? '')
  if (known && !TELLING.includes(known.type))
    at.at('key').report(
      'directory_key_type',
      `名录条目不能按“${known.title}”（${known.type}）识别：该字段无法唯一确定条目，请改用证件号码、代码一类的字段`,
      { found: known.name, known: names.filter((name) => TELLING.includes(typeOf(name)?.type ?? 'object')) },
    )
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
  here.report(
    'directory_lifecycle',
    `“${title}”用作名录，其生命周期须有公开的状态（"public": true），并能与不公开的状态往返流转`,
    { found: lifecycle.name },
  )
}

function checkField(
  here: Place,
  form: FormModel,
  type: ContentType,
  { to, from, start, value }: DirectoryField,
): void {
  const own = type.fields.filter((field) => !field.system && field.from === undefined)
  const target = findField(here, own, to, `“${type.title}”没有可填写的字段“${to}”`, 'key')
  if (!target) return
  if ((from === undefined) === (value === undefined)) {
    here.report('directory_source', `字段“${to}”须写明来源字段（from）或固定值（value），且只写其一`)
    return
  }
  if (from === undefined) {
    if (!acceptsValue(target, value))
      here.report('value_unknown', `值“${String(value)}”不能用作“${target.title}”`, {
        found: String(value),
        known: ((target.schema.enum as unknown[] | undefined) ?? []).map(String),
      })
    return
  }
  const source = findField(here, form.fields, from, `表单没有字段“${from}”`)
  if (!source) return
  const isPrivate = isPersonal(source) || form.sensitive?.fields.includes(from)
  if (isPrivate && target.visible === undefined)
    here.report('directory_private', `“${source.title}”是个人信息，不能写入公开字段“${target.title}”`, {
      found: from,
    })
  const misfit = findMisfit(source, target, start)
  if (misfit) here.context.report(here.document, here.path, { ...misfit, found: from })
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
    if (!mapped)
      here.report(
        'directory_required',
        `“${type.title}”的必填字段“${target.name}”（${target.title}）没有来源`,
        { expected: target.name, key: true },
      )
    else if (mapped.from !== undefined && !isAlwaysAnswered(form, mapped.from))
      here
        .at(target.name)
        .report(
          'directory_required',
          `“${target.title}”为必填，表单的“${mapped.from}”却不一定填写：请将后者设为必填`,
          { found: mapped.from },
        )
  }
}

function isAlwaysAnswered({ fields, conditions }: FormModel, name: string): boolean {
  const field = fields.find((candidate) => candidate.name === name)
  // A missing field is reported as such.
  return field === undefined || (field.required && !Object.hasOwn(conditions, name))
}
