// Owns what the actions share that name their operation themselves.
import { wordsOf } from '../../shared/lifecycle.ts'
import type { Action } from '../../shared/page-model.ts'
import type { WrittenCallAction } from '../generated/written.ts'
import { checkCallNeeds } from '../rules/call-needs.ts'
import { checkIdleCall } from '../rules/idle-calls.ts'
import { checkDraftSays } from '../rules/receipt-says.ts'
import type { ActionGiven } from './action-kind.ts'
import { compileSource } from './scope.ts'
import { toAccess } from './to-access.ts'

interface Given extends Omit<ActionGiven, 'written'> {
  readonly written: Omit<WrittenCallAction, 'do'>
}

export function compileCall(what: Action['do'], { place, path, written, shared }: Given): Action | null {
  const source = compileSource(place, [...path, 'source'], written.source)
  const reason = wordsOf(written.reason)
  checkIdleCall(place, path, written)
  const operation = place.world.operations.get(source?.operation ?? '')
  if (!source || !operation) return null
  checkCallNeeds(place, path, { written, operation, reason })
  checkDraftSays(place, path, source, operation, { done: written.done })
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
