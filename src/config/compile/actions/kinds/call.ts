// Compiles the action that calls an operation.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { compileCall } from '#config/compile/actions/call-action.ts'
import type { WrittenCallAction } from '#config/generated/written.ts'

export const ACTION: ActionKindFile<WrittenCallAction> = { compile: (given) => compileCall('call', given) }
