// Checks references that keep their target from being deleted (`x-holds`), or demand something of it (`x-demands`).

import { checkItemCondition } from '#config/compile/forms/form-conditions.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { isDeletedState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'

export function checkReferentialGuards(
  context: Context,
  document: Document,
  { title, fields, lifecycle }: ContentType,
  types: ReadonlyMap<string, ContentType>,
): void {
  for (const { name, type, ref, holds, demands, from } of fields) {
    const target = types.get(ref ?? '')
    if (demands) checkDemands(context, document, { name, from, demands }, target)
    if (!holds) continue
    const path = ['fields', 'properties', name, 'x-holds']
    if (type === 'ref' && ref === undefined) {
      context.report(document, path, {
        slug: 'holds_place',
        message: `字段“${name}”引用的内容类型在填写时才能确定（x-ref-by），不能写 x-holds`,
      })
      continue
    }
    const there = Object.keys(lifecycle.states).filter((state) => !isDeletedState(lifecycle, state))
    for (const [index, state] of holds.entries())
      if (!there.includes(state))
        context.report(document, [...path, index], {
          slug: 'state_unknown',
          message: Object.hasOwn(lifecycle.states, state)
            ? `处于“${lifecycle.states[state]?.title}”的${title}已不存在，不能再保留所引用的内容`
            : `“${title}”没有状态“${state}”`,
          found: state,
          known: there,
        })
    if (target && !Object.values(target.lifecycle.states).some(({ gone: isDeleted }) => isDeleted))
      context.report(document, path, {
        slug: 'holds_place',
        message: `“${target.title}”不会被删除，字段“${name}”不必写 x-holds`,
      })
  }
}

function checkDemands(
  context: Context,
  document: Document,
  {
    name,
    from,
    demands,
  }: Pick<Field, 'name'> & {
    readonly from: Field['from'] | undefined
    readonly demands: NonNullable<Field['demands']>
  },
  target: ContentType | undefined,
): void {
  const path = ['fields', 'properties', name, 'x-demands']
  if (from !== 'step')
    context.report(document, path, {
      slug: 'demands_place',
      message: `字段“${name}”不是由流转填写的（x-from 为 step），不能写 x-demands：请写在流转填写的字段上`,
    })
  else if (!target)
    context.report(document, path, {
      slug: 'demands_place',
      message: `字段“${name}”引用的内容类型在填写时才能确定（x-ref-by），不能写 x-demands`,
    })
  else checkItemCondition(context, document, [...path, 'when'], demands.when, target.fields)
}
