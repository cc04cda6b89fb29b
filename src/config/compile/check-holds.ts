// Owns the checks of references that keep what they lead to from being deleted (`x-holds`).
import type { ContentType } from '../../shared/content-model.ts'
import { isGone } from '../../shared/lifecycle.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'

export function checkHolds(
  context: Context,
  document: Document,
  { title, fields, lifecycle }: ContentType,
  types: ReadonlyMap<string, ContentType>,
): void {
  for (const { name, type, ref, holds } of fields) {
    if (!holds) continue
    const path = ['fields', 'properties', name, 'x-holds']
    if (type === 'ref' && ref === undefined) {
      context.report(document, path, {
        slug: 'holds_place',
        message: `字段“${name}”引用的内容类型要到填写时才知道（x-ref-by），不能写 x-holds`,
      })
      continue
    }
    const there = Object.keys(lifecycle.states).filter((state) => !isGone(lifecycle, state))
    for (const [index, state] of holds.entries())
      if (!there.includes(state))
        context.report(document, [...path, index], {
          slug: 'state_unknown',
          message: Object.hasOwn(lifecycle.states, state)
            ? `处于“${lifecycle.states[state]?.title}”的${title}已不存在，不能再留住所引用的内容`
            : `“${title}”没有状态“${state}”`,
          found: state,
          known: there,
        })
    const held = types.get(ref ?? '')
    if (held && !Object.values(held.lifecycle.states).some(({ gone }) => gone))
      context.report(document, path, {
        slug: 'holds_place',
        message: `“${held.title}”从不删除，字段“${name}”不必写 x-holds`,
      })
  }
}
