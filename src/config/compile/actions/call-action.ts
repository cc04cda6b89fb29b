// Compiles the actions that name their operation themselves.

import { compileSource } from '#config/compile/links/compile-context.ts'
import type { WrittenCallAction } from '#config/generated/written.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { Action } from '#shared/model/page-model.ts'
import type { ActionInput } from './action-kind.ts'
import { checkCallNeeds } from './check-call-parameters.ts'
import { checkIdleCall } from './check-idle-call.ts'
import { checkDraftTexts } from './check-receipt.ts'
import { toAccess } from './operation-access.ts'

interface CallInput extends Omit<ActionInput, 'written'> {
  readonly written: Omit<WrittenCallAction, 'do'>
}

export function compileCall(what: Action['do'], { place, path, written, shared }: CallInput): Action | null {
  const source = compileSource(place, [...path, 'source'], written.source)
  const reason = resolveReason(written.reason)
  checkIdleCall(place, path, written)
  const operation = place.compilation.operations.get(source?.operation ?? '')
  if (!source || !operation) return null
  checkCallNeeds(place, path, { written, operation, reason })
  checkDraftTexts(place, path, source, operation, { done: written.done })
  return {
    do: what,
    label: written.label,
    source,
    ...toAccess(operation),
    ...(written.confirm ? { confirm: written.confirm } : {}),
    ...(reason ? { reason } : {}),
    ...(written.done ? { done: written.done } : {}),
    // biome-ignore lint/suspicious/noThenProperty: a word of the language; its value is never a function
    ...(written.then ? { then: written.then } : {}),
    ...shared,
  }
}
