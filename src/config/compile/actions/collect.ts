// Owns the action that collects an item and takes it back.
import type { ActionKindFile } from '../action-kind.ts'
import { compileReaction } from '../reaction-action.ts'

export const ACTION: ActionKindFile = {
  compile: (given) =>
    compileReaction(
      { do: 'collect', label: '收藏', on: 'engagement.collect', off: 'engagement.uncollect' },
      given,
    ),
}
