// Compiles the action that executes a transition for many items at once.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { toAccess } from '#config/compile/actions/operation-access.ts'
import { describeTransition, findCallableActions } from '#config/compile/actions/transition-action.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import type { WrittenStepsAction } from '#config/generated/written.ts'
import type { MessageCode } from '#config/load/codes.ts'
import type { Context } from '#config/load/context.ts'
import type { Values } from '#config/load/place.ts'
import { isNamed } from '#shared/access/roles.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Action } from '#shared/model/page-model.ts'

/** Rows of several types: the server's answer says which transitions each row permits (`steps`). */
const compileMixed: ActionKindFile<WrittenStepsAction>['compile'] = ({ at, written, shared }) => {
  const { source: id = '', transition } = written
  const { operations, contentTypes } = at.compilation
  const operation = at.at('source').find('operation', '操作', id, operations)
  if (!operation) return null
  const taken = Object.keys((operation.body?.properties ?? {}) as object)
  if (!['action', 'items'].every((name) => taken.includes(name))) {
    at.at('source').report('action_endpoint.bulk', { found: id })
    return null
  }
  const types = [...contentTypes.values()]
  const ways = types.flatMap((type) =>
    type.lifecycle.transitions
      .filter(({ action }) => action === transition && Object.hasOwn(type.operations, action))
      .map((step) => ({ type, step })),
  )
  const known = new Set(types.flatMap(findCallableActions))
  const [first] = ways
  if (!at.at('transition').expect(known, transition, 'action_endpoint.any') || !first) return null
  const source = compileSource(at, { operation: id, body: { action: transition } })
  if (!source) return null
  const described = ways.map(({ type, step }) => describeTransition(type.lifecycle, step))
  return {
    do: 'steps',
    label: written.label ?? first.step.title,
    transition,
    source,
    ...toAccess(operation),
    ...(described.some(({ danger }) => danger) ? { danger: true } : {}),
    ...shared,
  }
}

const needsReason = ({ reason }: Transition): boolean => {
  const words = resolveReason(reason)
  return words !== undefined && !words.optional
}

/**
 * Of each state the transition that leads back to it and can be executed for many, one that asks for no words before
 * others; none after a deletion for good.
 */
function undoOf(
  { lifecycle, operations }: ContentType,
  steps: readonly Transition[],
): Pick<Action, 'undoBy'> {
  const backTo = (state: string) =>
    steps
      .filter(({ from }) => from.includes(state))
      .flatMap(({ to }) =>
        lifecycle.transitions.filter(
          (back) => back.from.includes(to) && back.to === state && back.by.length > 0,
        ),
      )
      .filter(({ action, form, marks }) => form === undefined && marks === undefined && operations[action])
      .sort((one, other) => Number(needsReason(one)) - Number(needsReason(other)))[0]
  const states = [...new Set(steps.flatMap(({ from }) => from))]
  const undoBy = Object.fromEntries(
    states.flatMap((state) => {
      const back = backTo(state)
      return back
        ? [[state, { transition: back.action, ...(needsReason(back) ? { reason: true } : {}) }]]
        : []
    }),
  )
  return Object.keys(undoBy).length > 0 ? { undoBy } : {}
}

export const ACTION: ActionKindFile<WrittenStepsAction> = {
  compile(given) {
    const { at, written, shared } = given
    const { type, context, compilation } = at
    if (written.source !== undefined && !type) return compileMixed(given)
    const report = (code: MessageCode, values: Values = {}) => {
      const known = findCallableActions(type)
      at.at('transition').report(code, { found: written.transition, known, ...values })
      return null
    }
    const steps = type?.lifecycle.transitions.filter(({ action }) => action === written.transition) ?? []
    const [first] = steps
    const operation = type?.operations.bulk
    if (!type || !first || !type.operations[first.action] || operation === undefined)
      return report('action_endpoint.steps')
    if (steps.every(({ form }) => form !== undefined)) return report('bulk_form', { first })
    context.used.add(`operation:${type.operations[first.action]}`)
    const source = compileSource(at, { operation, body: { action: first.action } })
    if (!source) return null
    // Of several ways some may ask for words: then all are given them.
    const worded = steps.find(({ reason }) => reason) ?? first
    return {
      do: 'steps',
      label: written.label ?? first.title,
      ...(written.label === undefined ? labelsOf(steps) : {}),
      transition: first.action,
      source,
      ...toAccess(restrictToExecutors(compilation.operations.get(operation), steps, context)),
      ...describeTransition(type.lifecycle, worded),
      states: [...new Set(steps.flatMap(({ from }) => from))],
      ...undoOf(type, steps),
      ...shared,
    }
  },
}

/** 通过并上线 of what waits is 重新上线 of what is offline. */
function labelsOf(steps: readonly Transition[]): Pick<Action, 'labels'> {
  if (new Set(steps.map(({ title }) => title)).size < 2) return {}
  const named = steps.flatMap(({ from, title }) => from.map((state) => [state, title] as const))
  // Of several from one state the first gives the name, as it does to the single item's button.
  return { labels: Object.fromEntries(named.reverse()) }
}

/** Of those who may take steps for many, who takes this one. */
function restrictToExecutors(
  operation: Operation | undefined,
  steps: readonly Transition[],
  { roles }: Pick<Context, 'roles'>,
): Operation | undefined {
  const by = steps.flatMap((step) => step.by)
  const access = operation?.access.filter((audience) => {
    const role = roles.find(({ name }) => name === audience)
    return !role || by.some((taker) => isNamed({ id: '', role: role.name, grants: role.grants }, taker))
  })
  return operation && access && access.length > 0 ? { ...operation, access } : operation
}
