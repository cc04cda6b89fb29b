// Owns the action that supports an item.
import type { ActionKindFile } from '../action-kind.ts'
import { compileReaction } from '../reaction-action.ts'

export const ACTION: ActionKindFile = {
  compile: (given) => compileReaction({ do: 'support', label: '支持', on: 'engagement.support' }, given),
}
