// Checks what a transition writes: the fields exist, accept the values, and have no other writer if so declared.

import { accepts } from '#config/compile/common/schema-accepts.ts'
import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import {
  type EffectValue,
  isCreating,
  isDynamicValue,
  isWriting,
  type ReceiptEffect,
  writtenBy,
} from '#shared/lifecycles/effects.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { checkCopiedValues } from './check-copied-values.ts'
import { type CheckedTransition, KEPT } from './checked-transition.ts'

/** As long as the longest number. */
const MAX_NUMBER_LENGTH = 'ABCDEF-2026-0000001'.length

export function checkEffects(checked: CheckedTransition): void {
  const { context, document, path, step, users } = checked
  for (const [at, effect] of (step.do ?? []).entries()) {
    if (!isWriting(effect)) continue
    const place = [...path, 'do', at]
    const waits = users.some(({ type }) =>
      Object.values(type.lifecycle.states).some(({ edited }) => edited && step.from.includes(edited)),
    )
    if (waits)
      context.report(document, place, {
        slug: 'effect_change',
        message: `流转“${step.title}”也用于修改稿，修改稿不填写内容的字段，也不编号：do 中只能发通知`,
        key: true,
      })
    for (const { type } of users)
      if ('set' in effect)
        for (const [name, value] of Object.entries(effect.set))
          checkSet({ ...checked, type, place: [...place, 'set', name] }, name, value)
      else checkReceipt({ ...checked, type, place: [...place, 'field'] }, effect)
  }
}

interface Setting extends CheckedTransition {
  readonly type: ContentType
  readonly place: Path
}

function reportOf({ context, document, place }: Setting, slug: string) {
  return (message: string, found: string, key = false) =>
    context.report(document, place, { slug, message, found, ...(key ? { key } : {}) })
}

/** Returns true for a reference that only transitions write: its value comes from another field, or it is empty. */
const isTransitionReference = ({ type, ref, from }: Field): boolean =>
  type === 'ref' && ref !== undefined && from === 'step'

/** Undefined, and reported, where a step cannot write it. */
function targetOf(setting: Setting, name: string, key = false): Field | undefined {
  const { context, document, place, type } = setting
  const known = type.fields.filter(({ system, from }) => !system && (from === undefined || from === 'step'))
  const field = known.find((one) => one.name === name)
  if (!field) {
    context.report(document, place, {
      slug: 'field_unknown',
      message: `“${type.title}”没有流转可以填写的字段“${name}”`,
      found: name,
      known: known.map((one) => one.name),
      ...(key ? { key } : {}),
    })
    return undefined
  }
  const isHeld = [type.parent, type.category].includes(name)
  const fits = KEPT.has(field.type) || isTransitionReference(field)
  if (!isHeld && !isSecret(field) && fits && field.of === undefined) return field
  reportOf(setting, 'effect_type')(
    `流转不能填写“${type.title}”的“${field.title}”：只能填写文字、数字、是非、日期、字典、地区与只由流转填写的引用，不含加密字段、上级内容和类目`,
    name,
    key,
  )
  return undefined
}

function checkSet(setting: Setting, name: string, value: EffectValue): void {
  const field = targetOf(setting, name, true)
  if (!field) return
  if (isDynamicValue(value)) {
    const place = [...setting.place, 'from']
    if (value.from !== 'actor')
      checkCopiedValues({ ...setting, place, slug: 'effect_value' }, field, value.from)
    else if (field.type !== 'text' || field.from !== 'step')
      setting.context.report(setting.document, place, {
        slug: 'effect_value',
        message: `执行者的账号编号只能写入声明为 "x-from": "step" 的单行文字字段，“${field.title}”不是`,
        found: value.from,
      })
  } else if (value === null ? field.required : field.ref !== undefined || !accepts(field.schema, value))
    reportOf(setting, 'effect_value')(
      value === null
        ? `“${field.title}”是必填，不能清空`
        : `“${field.title}”不能是 ${JSON.stringify(value)}：与字段的类型、取值或范围不符`,
      String(value),
    )
}

function checkReceipt(setting: Setting, { field: name }: ReceiptEffect): void {
  const field = name === undefined ? undefined : targetOf(setting, name)
  if (!field) return
  const { maxLength = MAX_NUMBER_LENGTH, pattern } = field.schema as { maxLength?: number; pattern?: string }
  if (
    field.type !== 'text' ||
    field.from !== 'step' ||
    maxLength < MAX_NUMBER_LENGTH ||
    pattern !== undefined
  )
    reportOf(setting, 'effect_type')(
      `编号只能写入声明为 "x-from": "step"、放得下 ${MAX_NUMBER_LENGTH} 个字的单行文字字段，“${field.title}”不是`,
      field.name,
    )
}

/** Checks that a transition writes each field that only transitions may write. */
export function checkWritten(
  context: Context,
  { name, fields, lifecycle }: ContentType,
  all: readonly ContentType[],
): void {
  const document = context.of('content').get(name)
  const written = new Set(
    lifecycle.transitions.flatMap(({ do: effects = [], claim }) => [
      ...effects.flatMap(writtenBy),
      ...(claim ? [claim.field] : []),
    ]),
  )
  for (const { lifecycle: other } of all)
    for (const { do: effects = [] } of other.transitions)
      for (const effect of effects.filter(isCreating))
        if (effect.create === name) for (const field of Object.keys(effect.with)) written.add(field)
  for (const field of fields)
    if (document && field.from === 'step' && !written.has(field.name))
      context.report(document, ['fields', 'properties', field.name, 'x-from'], {
        slug: 'effect_missing',
        message: `字段“${field.name}”只由流转填写（x-from 为 step），生命周期“${lifecycle.title}”却没有填写该字段的流转`,
        found: field.name,
        known: written,
      })
}
