// Checks `takes`: a submitted item can take its parent to the declared states.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { ContentType } from '#shared/model/content-model.ts'

export function checkParentTransitionOnSubmit(
  context: Context,
  document: Document,
  type: ContentType,
  parent: ContentType | undefined,
): void {
  if (!type.takes) return
  if (parent) checkTaking(context, document, type, parent)
  else
    context.report(document, ['takes'], {
      slug: 'parent_missing',
      message: 'takes 用于上级内容，须先用 parent 指明一个引用字段（x-ref）',
      key: true,
    })
}

function checkTaking(context: Context, document: Document, type: ContentType, parent: ContentType): void {
  const { field: name = '', steps = {}, words } = type.takes ?? {}
  const known = new Map(type.fields.filter(({ system }) => !system).map((field) => [field.name, field]))
  const field = known.get(name)
  if (!context.refers(document, ['takes', 'field'], 'field', '字段', name, known)) return
  if (words !== undefined) context.refers(document, ['takes', 'words'], 'field', '字段', words, known)
  if (field?.type !== 'dict' || !field.required) {
    context.report(document, ['takes', 'field'], {
      slug: 'takes_type',
      message: `字段“${name}”的取值决定上级内容的状态，须是必填的字典字段`,
      found: field?.type ?? '',
    })
    return
  }
  const { items = [] } = (context.of('dictionary').get(field.dict ?? '')?.value ?? {}) as {
    readonly items?: readonly { readonly value: string }[]
  }
  const values = items.map(({ value }) => value)
  for (const [index, value] of (type.takes?.stays ?? []).entries())
    if (!values.includes(value) || Object.hasOwn(steps, value))
      context.report(document, ['takes', 'stays', index], {
        slug: Object.hasOwn(steps, value) ? 'takes_both' : 'value_unknown',
        message: Object.hasOwn(steps, value)
          ? `取值“${value}”在 steps 中通向状态“${steps[value]}”，不能再写入 stays`
          : `字典“${field.dict}”没有取值“${value}”`,
        found: value,
        known: values,
      })
  const { lifecycle } = parent
  for (const [value, state] of Object.entries(steps)) {
    const path = ['takes', 'steps', value]
    if (!values.includes(value))
      context.report(document, path, {
        slug: 'value_unknown',
        message: `字典“${field.dict}”没有取值“${value}”`,
        found: value,
        known: values,
        key: true,
      })
    const states = new Map(Object.entries(lifecycle.states))
    if (!context.refers(document, path, 'state', '状态', state, states)) continue
    const asking = lifecycle.transitions.find(({ to, form }) => to === state && form !== undefined)
    if (asking)
      context.report(document, path, {
        slug: 'takes_form',
        message: `“${parent.title}”的流转“${asking.title}”要填写表单，不能由提交下级内容带动`,
        found: state,
      })
    if (!lifecycle.transitions.some(({ to }) => to === state))
      context.report(document, path, {
        slug: 'takes_never',
        message: `“${parent.title}”的生命周期没有通向状态“${lifecycle.states[state]?.title}”的流转`,
        found: state,
      })
  }
}
