// Compiles the action that shares a page.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { openStates } from '#shared/lifecycles/lifecycle.ts'

export const ACTION: ActionKindFile = {
  compile({ at: { type }, written: { label = '分享' }, shared }) {
    // An item that nobody else can open is not shared.
    const sense = type ? { states: openStates(type.lifecycle) } : {}
    return { do: 'share', label, ...sense, ...shared }
  },
}
