// Describes the parent's state that a transition of a child requires.

import type { Caller } from '#shared/access/roles.ts'
import { isOnward, leadsTo, type Subject, type Transition } from '#shared/lifecycles/lifecycle.ts'
import { isMet, suitsParent } from '#shared/lifecycles/transition-policies.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

export interface ParentCondition {
  /** Title of the parent field in the child, such as 所属需求. */
  readonly what: string
  /** The title of the state that it is in. */
  readonly state: string
  /** Title of the state in which the transition is open; undefined if the parent no longer reaches it. */
  readonly wanted: string | undefined
  /** Titles of the transitions that the parent's owner can execute now. */
  readonly steps: readonly string[]
}

type TypeModel = Pick<Model, 'contentTypes'>
interface ChildItem {
  readonly parentStatus?: string | null | undefined
}

/** Undefined where the item above is not in the way, or is none. */
export function findUnmetParentCondition(
  { contentTypes }: TypeModel,
  { fields, parent: name }: ContentType,
  { parentStatus }: ChildItem,
  step: Pick<Transition, 'parent'>,
): ParentCondition | undefined {
  const field = fields.find((one) => one.name === name)
  const above = contentTypes.find((one) => one.name === field?.ref)?.lifecycle
  if (!field || !above || parentStatus == null || suitsParent(step, { parentStatus })) return undefined
  const wanted = step.parent?.find((state) => leadsTo(above, parentStatus, state))
  const ways = above.transitions.filter(
    (way) => way.from.includes(parentStatus) && isOnward(above, way) && way.by.includes('owner'),
  )
  return {
    what: field.title,
    state: above.states[parentStatus]?.title ?? parentStatus,
    wanted: wanted && (above.states[wanted]?.title ?? wanted),
    steps: [...new Set(ways.map(({ title }) => title))],
  }
}

/** For whose the item above is: why the step is refused, and what to do first. */
export function describeParentCondition(
  { what, state, wanted, steps }: ParentCondition,
  title: string,
): string {
  const now = `${what}目前为“${state}”状态，不能办理“${title}”`
  if (wanted === undefined) return now
  const first = steps.map((step) => `“${step}”`).join('或')
  return steps.length > 0
    ? `${now}：请先办理${what}的${first}，待其“${wanted}”后再办理`
    : `${now}：请待其“${wanted}”后再办理`
}

/**
 * Returns those of `steps` that the caller could execute once the parent is in the required state, with that
 * condition.
 */
export function findLaterTransitions(
  model: TypeModel,
  type: ContentType,
  item: ChildItem & { readonly status: string; readonly body?: Subject['body'] | undefined },
  steps: readonly Transition[],
  who: Caller,
): readonly { readonly step: Transition; readonly above: ParentCondition }[] {
  return steps.flatMap((step) => {
    const above = isMet(step, { status: item.status, body: item.body ?? {} }, who)
      ? findUnmetParentCondition(model, type, item, step)
      : undefined
    return above?.wanted === undefined ? [] : [{ step, above }]
  })
}
