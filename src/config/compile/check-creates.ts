// Owns the checks of records that a step makes (`create`): there is such a type, and what it asks for is given and fits.
import type { ContentType, Field } from '../../shared/content-model.ts'
import { type CreateEffect, type EffectValue, isCreating, isTaken } from '../../shared/effects.ts'
import { isSecret } from '../../shared/personal-fields.ts'
import type { Path } from '../document.ts'
import { accepts } from '../rules/accepts.ts'
import { findMisfit } from '../rules/fit.ts'
import { type Asked, isAlwaysAsked, KEPT, type Used } from './asked-step.ts'

export function checkCreates(asked: Asked, types: readonly Used[]): void {
  const { context, document, path, step, users } = asked
  for (const [at, effect] of (step.do ?? []).entries()) {
    if (!isCreating(effect)) continue
    const place = [...path, 'do', at]
    const target = types.find(({ type }) => type.name === effect.create)?.type
    if (!target) {
      if (context.lostOf('content').length === 0)
        context.report(document, [...place, 'create'], {
          slug: 'create_type',
          message: `没有内容类型“${effect.create}”，流转“${step.title}”不能新建它`,
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
        message: `流转“${step.title}”也用于修改稿，修改稿不新建其他内容：do 中只能发提醒`,
        key: true,
      })
    for (const { type } of users) checkOne({ ...asked, type, target, place }, effect)
  }
}

interface Making extends Asked {
  readonly type: ContentType
  readonly target: ContentType
  readonly place: Path
}

function checkOne(making: Making, effect: CreateEffect): void {
  const { context, document, place, target, step } = making
  const open = target.fields.filter((field) => !field.system && isGiven(field))
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
    (field) => field.required && !field.system && isGiven(field) && effect.with[field.name] === undefined,
  )
  if (missing.length > 0)
    context.report(document, [...place, 'with'], {
      slug: 'create_missing',
      message: `流转“${step.title}”新建“${target.title}”，还须填写必填的${missing.map(({ title }) => `“${title}”`).join('、')}`,
      key: true,
    })
}

/** Not what the system fills in, what follows from another field, and what is encrypted. */
const isGiven = (field: Field): boolean =>
  (field.from === undefined || field.from === 'step') &&
  field.of === undefined &&
  !isSecret(field) &&
  (KEPT.has(field.type) || field.type === 'ref')

function checkValue(making: Making, field: Field, value: EffectValue): void {
  const { context, document, place, type, forms, step } = making
  const report = (message: string, found: string) =>
    context.report(document, place, { slug: 'create_value', message, found })
  if (!isTaken(value)) {
    if (value === null || field.ref !== undefined || !accepts(field.schema, value))
      report(`“${field.title}”不能是 ${JSON.stringify(value)}：与字段的类型、取值或范围不符`, String(value))
    return
  }
  const [root = '', name = ''] = value.from.split('.')
  if (value.from === 'item.id') {
    if (field.type !== 'text' && field.ref !== type.name)
      report(`“${field.title}”不能记下这条“${type.title}”：须是引用“${type.title}”的字段，或文字`, value.from)
    return
  }
  if (root === 'today' || root === 'now') {
    if (field.type !== 'date' && (root === 'today' || field.type !== 'date-time'))
      report(`“${field.title}”的类型是 ${field.type}，不能写入日期`, value.from)
    return
  }
  if (root === 'actor') {
    if (field.type !== 'text') report(`执行者的账号编号只能写入文字字段，“${field.title}”不是`, value.from)
    return
  }
  const form = root === 'form' ? forms.get(step.form ?? '') : undefined
  const fields = root === 'form' ? (form?.fields ?? []) : type.fields.filter(({ system }) => !system)
  const source = fields.find((one) => one.name === name)
  if (!source) {
    context.report(document, place, {
      slug: 'field_unknown',
      message:
        root === 'form' ? `流转“${step.title}”的表单没有字段“${name}”` : `“${type.title}”没有字段“${name}”`,
      found: value.from,
      known: fields.map((one) => `${root}.${one.name}`),
    })
    return
  }
  const misfit = findMisfit(source, field)
  if (misfit) report(misfit.message, value.from)
  else if (source.ref !== field.ref)
    report(`“${source.title}”与“${field.title}”引用的内容类型不同`, value.from)
  else if (isSecret(source)) report(`“${source.title}”加密保存，不能写入“${field.title}”`, value.from)
  else if (field.required && !(root === 'form' ? isAlwaysAsked(form, name) : source.required))
    report(`“${field.title}”是必填，“${source.title}”却不一定填写`, value.from)
  else if (source.visible !== undefined && field.visible === undefined)
    report(`“${source.title}”不是人人可见，写入的“${field.title}”也须用 x-visible 写明谁可见`, value.from)
}
