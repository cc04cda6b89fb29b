// Checks records that a transition creates (`create`): the type exists, and its required values are given and fit.

import { accepts } from '#config/compile/common/schema-accepts.ts'
import type { Path } from '#config/load/document.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import {
  type CreateEffect,
  type EffectValue,
  isCreating,
  isDynamicValue,
} from '#shared/lifecycles/effects.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { checkCopiedValues } from './check-copied-values.ts'
import { type CheckedTransition, KEPT, type Used } from './checked-transition.ts'

export function checkCreatedRecords(checked: CheckedTransition, types: readonly Used[]): void {
  const { context, document, path, step, users } = checked
  for (const [at, effect] of (step.do ?? []).entries()) {
    if (!isCreating(effect)) continue
    const place = [...path, 'do', at]
    const target = types.find(({ type }) => type.name === effect.create)?.type
    if (!target) {
      if (context.invalidIds('content').length === 0)
        context.report(document, [...place, 'create'], {
          slug: 'create_type',
          message: `内容类型“${effect.create}”不存在，流转“${step.title}”无法新建`,
          found: effect.create,
          known: types.map(({ type }) => type.name),
        })
      continue
    }
    const waits = users.some(({ type }) =>
      Object.values(type.lifecycle.states).some(({ edited }) => edited && step.from.includes(edited)),
    )
    if (waits)
      context.report(document, place, {
        slug: 'effect_change',
        message: `流转“${step.title}”也用于修改稿，修改稿不新建其他内容：do 中只能发通知`,
        key: true,
      })
    for (const { type } of users) checkOne({ ...checked, type, target, place }, effect)
  }
}

interface RecordCreation extends CheckedTransition {
  readonly type: ContentType
  readonly target: ContentType
  readonly place: Path
}

/** A record that is made is admitted like any other; what it would take along, the step moves itself. */
function checkCreatedParent(
  { context, document, place, type, target, step }: RecordCreation,
  effect: CreateEffect,
): void {
  const { parent = '', admission: submissionPolicy, takes } = target
  if (takes)
    context.report(document, [...place, 'create'], {
      slug: 'create_takes',
      message: `“${target.title}”提交时带动上级内容（takes），流转不能新建该类内容：请改用 move 带动`,
      found: effect.create,
    })
  const above = effect.with[parent]
  if (!submissionPolicy || above === undefined || !isDynamicValue(above) || above.from !== 'item.id') return
  if (submissionPolicy.states.includes(step.to)) return
  const { title = step.to } = type.lifecycle.states[step.to] ?? {}
  context.report(document, [...place, 'create'], {
    slug: 'create_admission',
    message: `“${target.title}”不能在上级内容处于“${title}”时提交（admission），流转“${step.title}”之后却正是该状态`,
    found: effect.create,
  })
}

function checkOne(making: RecordCreation, effect: CreateEffect): void {
  const { context, document, place, target, step } = making
  checkCreatedParent(making, effect)
  const open = target.fields.filter((field) => !field.system && isInputField(field))
  for (const [name, value] of Object.entries(effect.with)) {
    const field = open.find((one) => one.name === name)
    if (field) checkValue({ ...making, place: [...place, 'with', name] }, field, value)
    else
      context.report(document, [...place, 'with', name], {
        slug: 'field_unknown',
        message: `新建的“${target.title}”没有可以填写的字段“${name}”`,
        found: name,
        known: open.map((one) => one.name),
        key: true,
      })
  }
  const missing = target.fields.filter(
    (field) =>
      field.required && !field.system && isInputField(field) && effect.with[field.name] === undefined,
  )
  if (missing.length > 0)
    context.report(document, [...place, 'with'], {
      slug: 'create_missing',
      message: `流转“${step.title}”新建“${target.title}”，还须填写必填的${missing.map(({ title }) => `“${title}”`).join('、')}`,
      key: true,
    })
}

/** Not what the system fills in, what follows from another field, and what is encrypted. */
const isInputField = (field: Field): boolean =>
  (field.from === undefined || field.from === 'step') &&
  field.of === undefined &&
  !isSecret(field) &&
  (KEPT.has(field.type) || field.type === 'ref')

function checkValue(making: RecordCreation, field: Field, value: EffectValue): void {
  const { context, document, place, type } = making
  const report = (message: string, found: string) =>
    context.report(document, place, { slug: 'create_value', message, found })
  if (!isDynamicValue(value)) {
    if (value === null || field.ref !== undefined || !accepts(field.schema, value))
      report(`“${field.title}”不能是 ${JSON.stringify(value)}：与字段的类型、取值或范围不符`, String(value))
    return
  }
  if (value.from === 'item.id') {
    if (field.type !== 'text' && field.ref !== type.name)
      report(
        `“${field.title}”不能记录所属的“${type.title}”：须为引用“${type.title}”的字段或文字字段`,
        value.from,
      )
  } else if (value.from === 'actor') {
    if (field.type !== 'text') report(`执行者的账号编号只能写入文字字段，“${field.title}”不是`, value.from)
  } else checkCopiedValues({ ...making, slug: 'create_value' }, field, value.from)
}
