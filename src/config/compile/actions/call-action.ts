// Compiles the actions that name their operation themselves.

import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-context.ts'
import type { WrittenCallAction } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { Action } from '#shared/model/page-model.ts'
import type { ActionInput } from './action-kind.ts'
import { checkCallParameters } from './check-call-parameters.ts'
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
  checkCallParameters(place, path, { written, operation, reason })
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

function checkIdleCall(
  { compilation, document }: PageContext,
  path: Path,
  written: Omit<WrittenCallAction, 'do'>,
): void {
  const { source, when, label } = written
  const body = typeof source === 'string' ? undefined : source.body
  for (const [name, value] of Object.entries(body ?? {})) {
    const shown = (when as Readonly<Record<string, unknown>> | undefined)?.[`item.${name}`]
    const only = onlyOf(shown)
    if (only === undefined || only !== value) continue
    compilation.context.report(document, [...path, 'source', 'body', name], {
      slug: 'call_idle',
      message: `按钮“${label}”只在“${name}”已是 ${String(value)} 时显示，写入的值也是 ${String(value)}，点击后不会有变化：请修改显示条件或写入的值`,
      found: String(value),
    })
  }
}

/** The one value that a test is fulfilled by. */
function onlyOf(test: unknown): unknown {
  const { eq, in: several } =
    test !== null && typeof test === 'object' && !Array.isArray(test)
      ? (test as { readonly eq?: unknown; readonly in?: unknown })
      : { eq: test }
  const values = several ?? eq
  return Array.isArray(values) && values.length === 1 ? values[0] : values
}
