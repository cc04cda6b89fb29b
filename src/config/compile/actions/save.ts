// Owns the action that reads data and saves them as a file.
import type { WrittenSaveAction } from '../../generated/written.ts'
import type { ActionKindFile } from '../action-kind.ts'
import { compileCall } from '../call-action.ts'

export const ACTION: ActionKindFile<WrittenSaveAction> = { compile: (given) => compileCall('save', given) }
