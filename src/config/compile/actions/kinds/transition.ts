// Compiles the action that executes a transition of the item's lifecycle.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { describeTransition, findCallableActions } from '#config/compile/actions/transition-action.ts'
import { requiredTexts } from '#config/compile/conditions/condition-parts.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import type { WrittenTransitionAction } from '#config/generated/written.ts'
import { audienceTitle, isInAudience, isRelation, toRoleCaller } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Action } from '#shared/model/page-model.ts'

/** Of all ways that the step may be taken, since one page shows items in any state. */
function formsOf(
  { compilation }: PagePlace,
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
  compile({ at, written: { transition = '', label, when }, shared }) {
    const { type, compilation } = at
    const operation = type?.operations[transition]
    const ways = type?.lifecycle.transitions.filter(({ action }) => action === transition) ?? []
    const [step] = ways
    const marks = ways.flatMap(({ marks: named = [] }) => named)
    const given = Object.fromEntries(['id', ...marks].map((name) => [name, `{item.${name}}`]))
    const isPost = compilation.operations.get(operation ?? '')?.method === 'POST'
    const source = operation
      ? compileSource(at, { operation, ...(isPost ? { body: given } : { params: given }) })
      : null
    if (!type || !step || !source) {
      const code = type
        ? step
          ? 'action_endpoint.call'
          : 'action_endpoint.transition'
        : 'action_endpoint.untyped'
      at.at('transition').report(code, { found: transition, known: findCallableActions(type), type, step })
      return null
    }
    const called = compilation.operations.get(source.operation)
    checkTransitionVisibility(at, ways, when)
    if (called) checkTransitionCallers(at.at('transition'), ways, called)
    return {
      do: 'transition',
      label: label ?? step.title,
      transition: step.action,
      source,
      ...describeTransition(type.lifecycle, step),
      ...formsOf(at, type.lifecycle, step.action),
      ...shared,
    }
  },
}

/** Beside its condition the button is shown only where, and to whom, the step can be taken. */
function checkTransitionVisibility(
  at: PagePlace,
  steps: readonly Transition[],
  when: Condition | undefined,
): void {
  const { states = {} } = at.type?.lifecycle ?? {}
  const [step] = steps
  const requiredStates =
    requiredTexts(when, 'item.status')?.filter((state) => Object.hasOwn(states, state)) ?? []
  const from = steps.flatMap((one) => one.from)
  const related = requiredTexts(when, 'item.relations') ?? []
  const by = steps.flatMap((one) => one.by)
  const never =
    requiredStates.length > 0 && !requiredStates.some((state) => from.includes(state))
      ? ({ key: 'status', found: requiredStates, known: from } as const)
      : related.length > 0 && by.every(isRelation) && !related.some((one) => by.includes(one))
        ? ({ key: 'relations', found: related, known: by } as const)
        : undefined
  if (step && never)
    at.at('when', `item.${never.key}`).report('step_never_shown', {
      found: never.found.join(', '),
      known: never.known,
      step,
      never,
    })
}

/** `at` is that of the step's name; the button is shown to whom the steps of that name are for. */
function checkTransitionCallers(at: PagePlace, steps: readonly Transition[], operation: Operation): void {
  const { context, document, access = ['anyone'] } = at
  if (document.isMade) return
  const by = [...new Set(steps.flatMap((step) => step.by))]
  const isOpen = operation.access.some((one) => ['anyone', 'registered', 'participant'].includes(one))
  const kept = by.filter((one) => {
    if (isRelation(one)) return !isOpen && !operation.access.includes(one)
    const shown = context.roles
      .map((role) => toRoleCaller(role))
      .filter((caller) => isInAudience(caller, [one]) && isInAudience(caller, access))
    return shown.length > 0 && !shown.some((caller) => isInAudience(caller, operation.access))
  })
  const [step] = steps
  if (!step || kept.length === 0) return
  const name = operation.id.slice(operation.id.indexOf('.') + 1)
  at.report('step_callers', {
    found: step.action,
    expected: by.join(', '),
    who: kept.map((one) => audienceTitle(context.roles, one)),
    step,
    operation,
    name,
  })
}
