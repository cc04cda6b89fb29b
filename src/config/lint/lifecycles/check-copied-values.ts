// Checks the source of a value that a transition writes into the item or a created record: it exists and fits.

import { findMisfit } from '#config/compile/fields/field-compatibility.ts'
import type { Path } from '#config/load/document.ts'
import { isSecret } from '#shared/access/personal-fields.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { type CheckedTransition, isAlwaysRequired } from './checked-transition.ts'

interface Taking extends CheckedTransition {
  readonly type: ContentType
  /** Of the value as it is written. */
  readonly place: Path
  readonly slug: string
}

/** `from`: today, now, or a field of the item or of the step's form, such as `form.opinion`. */
export function checkCopiedValues(taking: Taking, field: Field, from: string): void {
  const { context, document, step, forms, type, place, slug } = taking
  const report = (message: string) => context.report(document, place, { slug, message, found: from })
  const [root = '', name = ''] = from.split('.')
  if (root === 'today' || root === 'now') {
    if (field.type !== 'date' && (root === 'today' || field.type !== 'date-time'))
      report(
        `“${field.title}”的类型是 ${field.type}，不能写入${root === 'today' ? '当天的日期' : '当前时间'}`,
      )
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
      found: from,
      known: fields.map((one) => `${root}.${one.name}`),
    })
    return
  }
  const misfit = findMisfit(source, field)
  if (misfit) report(misfit.message)
  else if (source.ref !== field.ref) report(`“${source.title}”与“${field.title}”引用的内容类型不同`)
  else if (isSecret(source)) report(`“${source.title}”加密保存，不能写入“${field.title}”`)
  else if (field.required && !(root === 'form' ? isAlwaysRequired(form, name) : source.required))
    report(`“${field.title}”是必填，“${source.title}”却不一定填写`)
  else if (source.visible !== undefined && field.visible === undefined)
    report(`“${source.title}”不是公开字段，写入的“${field.title}”也须用 x-visible 限定受众`)
}
