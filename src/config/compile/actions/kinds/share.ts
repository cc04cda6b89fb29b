// Owns the action that passes a page on.
import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { publicStates } from '#config/compile/actions/transition-action.ts'

export const ACTION: ActionKindFile = {
  compile({ place: { type }, written: { label = '分享' }, shared }) {
    // What nobody else can open is not passed on.
    const sense = type ? { states: publicStates(type.lifecycle) } : {}
    return { do: 'share', label, ...sense, ...shared }
  },
}
