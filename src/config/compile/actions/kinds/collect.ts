// Compiles the action that adds an item to the user's collection and removes it again.
import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { compileReaction } from '#config/compile/actions/reaction-action.ts'

export const ACTION: ActionKindFile = {
  compile: (given) =>
    compileReaction(
      { do: 'collect', label: '收藏', on: 'engagement.collect', off: 'engagement.uncollect' },
      given,
    ),
}
