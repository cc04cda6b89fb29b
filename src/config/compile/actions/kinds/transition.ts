// Compiles the action that executes a transition of the item's lifecycle.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import {
  describeTransition,
  findCallableActions,
  toMissingTransitionMessage,
} from '#config/compile/actions/transition-action.ts'
import { requiredTexts } from '#config/compile/conditions/condition-parts.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import type { WrittenTransitionAction } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import { audienceTitle, isInAudience, isRelation, toRoleCaller } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import type { Operation } from '#shared/model/operation-model.ts'
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

/** Beside its condition the button is shown only where, and to whom, the step can be taken. `path` is that of the action. */
function checkTransitionVisibility(
  { compilation, document, type }: PageContext,
  path: Path,
  steps: readonly Transition[],
  when: Condition | undefined,
): void {
  const { states = {} } = type?.lifecycle ?? {}
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
  if (!step || !never) return
  compilation.context.report(document, [...path, 'when', `item.${never.key}`], {
    slug: 'step_never_shown',
    message: `流转“${step.title}”只在 item.${never.key} 为 ${never.known.join('、')} 时可以办理，按钮却只在其为 ${never.found.join('、')} 时显示，不会出现：请改正 when`,
    found: never.found.join(', '),
    known: never.known,
  })
}

/** `path` is that of the step's name; the button is shown to whom the steps of that name are for. */
function checkTransitionCallers(
  { compilation, document, access = ['anyone'] }: PageContext,
  path: Path,
  steps: readonly Transition[],
  operation: Operation,
): void {
  const { roles } = compilation.context
  if (document.isMade) return
  const by = [...new Set(steps.flatMap((step) => step.by))]
  const isOpen = operation.access.some((one) => ['anyone', 'registered', 'participant'].includes(one))
  const kept = by.filter((one) => {
    if (isRelation(one)) return !isOpen && !operation.access.includes(one)
    const shown = roles.filter(
      (role) => isInAudience(toRoleCaller(role), [one]) && isInAudience(toRoleCaller(role), access),
    )
    return shown.length > 0 && !shown.some((role) => isInAudience(toRoleCaller(role), operation.access))
  })
  const [step] = steps
  if (!step || kept.length === 0) return
  const name = operation.id.slice(operation.id.indexOf('.') + 1)
  compilation.context.report(document, path, {
    slug: 'step_callers',
    message: `${kept.map((one) => audienceTitle(roles, one)).join('、')}可以看到“${step.title}”按钮，接口“${operation.id}”却不对其开放：请在内容类型的 endpoints 中写明“${name}”（access 与流转的 by 一致），或去掉该按钮`,
    found: step.action,
    expected: by.join(', '),
  })
}
