// Compiles the action that executes a transition of the item's lifecycle.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import {
  checkTransitionCallers,
  checkTransitionVisibility,
} from '#config/compile/actions/check-transition-callers.ts'
import {
  describeTransition,
  findCallableActions,
  toMissingTransitionMessage,
} from '#config/compile/actions/transition-action.ts'
import { compileSource, type PageContext } from '#config/compile/links/compile-context.ts'
import type { WrittenTransitionAction } from '#config/generated/written.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { Action } from '#shared/model/page-model.ts'

/** Of all ways that the step may be taken, since one page shows items in any state. */
function formsOf(
  { compilation }: PageContext,
  { transitions }: Lifecycle,
  action: string,
): Pick<Action, 'forms'> {
  const requiredForms = transitions.flatMap((step) => {
    const form = step.action === action && compilation.forms.get(step.form ?? '')
    return form ? [[form.id, form] as const] : []
  })
  return requiredForms.length > 0 ? { forms: Object.fromEntries(requiredForms) } : {}
}

export const ACTION: ActionKindFile<WrittenTransitionAction> = {
  compile({ place, path, written, shared }) {
    const { type } = place
    const operation = written.transition && type?.operations[written.transition]
    const ways = type?.lifecycle.transitions.filter(({ action }) => action === written.transition) ?? []
    const [step] = ways
    const marks = ways.flatMap(({ marks: named = [] }) => named)
    const given = Object.fromEntries(['id', ...marks].map((name) => [name, `{item.${name}}`]))
    const isPost = place.compilation.operations.get(operation ?? '')?.method === 'POST'
    const source = operation
      ? compileSource(place, path, { operation, ...(isPost ? { body: given } : { params: given }) })
      : null
    if (!type || !step || !source) {
      place.compilation.context.report(place.document, [...path, 'transition'], {
        slug: 'action_endpoint',
        message: toMissingTransitionMessage(type, written.transition ?? ''),
        found: written.transition ?? '',
        known: findCallableActions(type),
      })
      return null
    }
    const called = place.compilation.operations.get(source.operation)
    checkTransitionVisibility(place, path, ways, written.when)
    if (called) checkTransitionCallers(place, [...path, 'transition'], ways, called)
    return {
      do: 'transition',
      label: written.label ?? step.title,
      transition: step.action,
      source,
      ...describeTransition(type.lifecycle, step),
      ...formsOf(place, type.lifecycle, step.action),
      ...shared,
    }
  },
}
