// Owns the action that calls an operation.
import type { WrittenCallAction } from '../../generated/written.ts'
import type { ActionKindFile } from '../action-kind.ts'
import { compileCall } from '../call-action.ts'

export const ACTION: ActionKindFile<WrittenCallAction> = { compile: (given) => compileCall('call', given) }
