// Owns the action that takes a step of the lifecycle for many items at once.
import type { Operation } from '../../../shared/content-model.ts'
import type { Transition } from '../../../shared/lifecycle.ts'
import { isNamed } from '../../../shared/roles.ts'
import type { Context } from '../../context.ts'
import type { WrittenStepsAction } from '../../generated/written.ts'
import type { ActionKindFile } from '../action-kind.ts'
import { compileSource } from '../scope.ts'
import { toAccess } from '../to-access.ts'
import { describeTransition, stepsWithCalls } from '../transition-action.ts'

export const ACTION: ActionKindFile<WrittenStepsAction> = {
  compile({ place, path, written, shared }) {
    const { type, world } = place
    const report = (slug: string, message: string) =>
      world.context.report(place.document, [...path, 'transition'], {
        slug,
        message,
        found: written.transition,
        known: stepsWithCalls(type),
      })
    const steps = type?.lifecycle.transitions.filter(({ action }) => action === written.transition) ?? []
    const [first] = steps
    const operation = type?.operations.bulk
    if (!type || !first || !type.operations[first.action] || operation === undefined) {
      report('action_endpoint', `内容类型没有流转“${written.transition}”的接口，或没有成批办理（bulk）的接口`)
      return null
    }
    if (steps.every(({ form }) => form !== undefined)) {
      report('bulk_form', `流转“${first.title}”须填写表单，不能成批执行`)
      return null
    }
    world.context.used.add(`operation:${type.operations[first.action]}`)
    const source = compileSource(place, path, { operation, body: { action: first.action } })
    if (!source) return null
    // Of several ways some may ask for words: then all are given them.
    const worded = steps.find(({ reason }) => reason) ?? first
    return {
      do: 'steps',
      label: written.label ?? first.title,
      transition: first.action,
      source,
      ...toAccess(takenBy(world.operations.get(operation), steps, world.context)),
      ...describeTransition(type.lifecycle, worded),
      states: [...new Set(steps.flatMap(({ from }) => from))],
      ...shared,
    }
  },
}

/** Of those who may take steps for many, who takes this one. */
function takenBy(
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
