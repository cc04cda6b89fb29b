// Compiles the action that likes an item.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { toAccess } from '#config/compile/actions/operation-access.ts'
import { publicStatesOfType } from '#config/compile/actions/transition-action.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import { isForOthers } from '#shared/access/reaction-rules.ts'

export const ACTION: ActionKindFile = {
  compile({ place, path, written: { label = '点赞' }, shared }) {
    const { type, compilation } = place
    const operation = type?.operations.like
    const source = operation ? compileSource(place, path, { operation, params: { id: '{item.id}' } }) : null
    if (!type || !source) {
      compilation.context.report(place.document, path, {
        slug: 'action_endpoint',
        message: '内容类型没有点赞接口（like）',
      })
      return null
    }
    return {
      do: 'like',
      label,
      source,
      ...toAccess(compilation.operations.get(source.operation)),
      states: publicStatesOfType(type.lifecycle),
      notOwn: isForOthers('like'),
      ...shared,
    }
  },
}
