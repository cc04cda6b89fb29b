// Checks transitions that move other items (`move`): the items exist, can take the transition, and none moves itself.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { isMoving, type MoveEffect } from '#shared/lifecycles/effects.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType } from '#shared/model/content-model.ts'

interface Moving {
  readonly type: ContentType
  readonly step: Transition
  readonly effect: MoveEffect
  readonly document: Document
  readonly path: Path
}

export function checkMovedItems(context: Context, types: readonly ContentType[]): void {
  const ways = new Map<string, Set<string>>()
  const places = new Map<string, Moving>()
  for (const moving of movingOf(context, types)) {
    const { type, step, effect } = moving
    const other = targetOf(context, types, moving)
    if (!other) continue
    checkTarget(context, moving, other)
    const key = `${type.name}.${step.action}`
    ways.set(key, new Set([...(ways.get(key) ?? []), `${other.name}.${effect.action}`]))
    places.set(key, moving)
  }
  for (const ring of findCycles(ways)) {
    const place = places.get(ring[0] ?? '')
    if (place)
      context.report(place.document, [...place.path, 'action'], {
        slug: 'move_ring',
        message: `随之流转构成循环：${ring.join(' → ')}`,
        found: place.effect.action,
      })
  }
}

function movingOf(context: Context, types: readonly ContentType[]): Moving[] {
  return types.flatMap((type) => {
    const document = context.of('lifecycle').get(type.lifecycle.name)
    if (!document) return []
    return type.lifecycle.transitions.flatMap((step, index) =>
      (step.do ?? []).flatMap((effect, at): Moving[] =>
        isMoving(effect) ? [{ type, step, effect, document, path: ['transitions', index, 'do', at] }] : [],
      ),
    )
  })
}

const parentOf = ({ fields, parent }: ContentType): string | undefined =>
  fields.find(({ name }) => name === parent)?.ref

function targetOf(
  context: Context,
  types: readonly ContentType[],
  { type, effect, document, path }: Moving,
): ContentType | undefined {
  const report = (key: string, message: string, known: readonly string[] = []) =>
    context.report(document, [...path, key], { slug: 'move_target', message, found: effect.move, known })
  if (effect.move === 'children') {
    const below = types.filter((one) => parentOf(one) === type.name)
    const found = below.find(({ name }) => name === effect.type)
    if (!found)
      report(
        effect.type === undefined ? 'move' : 'type',
        `“${type.title}”没有下级内容“${effect.type ?? ''}”：请用 type 写明随之流转的下级内容类型`,
        below.map(({ name }) => name),
      )
    return found
  }
  if (effect.type !== undefined) report('type', '只有 children 须写 type')
  const above = types.find(({ name }) => name === parentOf(type))
  if (!above) report('move', `“${type.title}”没有用 parent 指明上级内容，不会有随之流转的内容`)
  return above && effect.move === 'siblings' ? type : above
}

function checkTarget(context: Context, { effect, document, path, step }: Moving, other: ContentType): void {
  const { transitions, states, title } = other.lifecycle
  const steps = transitions.filter(({ action }) => action === effect.action)
  if (steps.length === 0)
    context.report(document, [...path, 'action'], {
      slug: 'transition_unknown',
      message: `“${other.title}”的生命周期“${title}”没有流转“${effect.action}”`,
      found: effect.action,
      known: transitions.map(({ action }) => action),
    })
  for (const one of steps) {
    const words = resolveReason(one.reason)
    const isReviewed = one.from.some(
      (state) =>
        states[state]?.edited !== undefined || Object.values(states).some(({ edited }) => edited === state),
    )
    const why =
      one.form !== undefined || (words && !words.optional)
        ? '须由人填写表单或附言'
        : one.quorum !== undefined
          ? '须由多人分别办理'
          : isReviewed
            ? '的起点有修改稿，须由人决定'
            : other.advances?.[one.action]
              ? '还会改动其上级内容（advances）'
              : undefined
    if (why)
      context.report(document, [...path, 'action'], {
        slug: 'move_step',
        message: `“${other.title}”的流转“${one.title}”${why}，不能随“${step.title}”流转`,
        found: effect.action,
      })
  }
}
