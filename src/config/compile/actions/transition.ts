// Owns the action that takes a step of the item's lifecycle.
import type { WrittenTransitionAction } from '../../generated/written.ts'
import type { ActionKindFile } from '../action-kind.ts'
import { compileSource } from '../scope.ts'
import { describeTransition } from '../transition-action.ts'

export const ACTION: ActionKindFile<WrittenTransitionAction> = {
  compile({ place, path, written, shared }) {
    const { type } = place
    const step = type?.lifecycle.transitions.find(({ action }) => action === written.transition)
    const operation = written.transition && type?.operations[written.transition]
    const given = { id: '{item.id}' }
    const isPost = place.world.operations.get(operation ?? '')?.method === 'POST'
    const source = operation
      ? compileSource(place, path, { operation, ...(isPost ? { body: given } : { params: given }) })
      : null
    if (!type || !step || !source) {
      place.world.context.report(place.document, [...path, 'transition'], {
        slug: 'action_endpoint',
        message: `内容类型没有流转“${written.transition}”的接口`,
        found: written.transition ?? '',
        known: Object.keys(type?.operations ?? {}),
      })
      return null
    }
    return {
      do: 'transition',
      label: written.label ?? step.title,
      transition: step.action,
      source,
      ...describeTransition(type.lifecycle, step),
      ...shared,
    }
  },
}
