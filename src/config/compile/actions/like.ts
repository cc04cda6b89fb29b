// Owns the action that likes an item.
import { isForOthers } from '../../../shared/own-reactions.ts'
import type { ActionKindFile } from '../action-kind.ts'
import { compileSource } from '../scope.ts'
import { toAccess } from '../to-access.ts'
import { publicStates } from '../transition-action.ts'

export const ACTION: ActionKindFile = {
  compile({ place, path, written: { label = '点赞' }, shared }) {
    const { type, world } = place
    const operation = type?.operations.like
    const source = operation ? compileSource(place, path, { operation, params: { id: '{item.id}' } }) : null
    if (!type || !source) {
      world.context.report(place.document, path, {
        slug: 'action_endpoint',
        message: '内容类型没有点赞接口（like）',
      })
      return null
    }
    return {
      do: 'like',
      label,
      source,
      ...toAccess(world.operations.get(source.operation)),
      states: publicStates(type.lifecycle),
      notOwn: isForOthers('like'),
      ...shared,
    }
  },
}
