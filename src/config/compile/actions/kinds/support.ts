// Compiles the action that supports an item.
import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { compileReaction } from '#config/compile/actions/reaction-action.ts'

export const ACTION: ActionKindFile = {
  compile: (given) => compileReaction({ do: 'support', label: '支持', on: 'engagement.support' }, given),
}
