// Compiles the action that reads data and saves them as a file.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { compileCall } from '#config/compile/actions/call-action.ts'
import type { WrittenSaveAction } from '#config/generated/written.ts'

export const ACTION: ActionKindFile<WrittenSaveAction> = {
  compile: (given) => {
    const action = compileCall('save', given)
    const { lines } = given.written
    return action && lines !== undefined ? { ...action, lines } : action
  },
}
