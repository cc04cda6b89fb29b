// Owns the finding of everything that leads to notices: transitions of lifecycles, events of content types.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { isNotify } from '#shared/lifecycles/effects.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { NoticeEvent, NoticeEvents, Notify } from '#shared/model/notice-events.ts'
import { findSubmittedTypes } from '#shared/model/submission-policy.ts'

/** One `{ notify, to }`, for one of the types that it concerns. */
export interface NoticeUse {
  readonly document: Document
  readonly path: Path
  readonly event: NoticeEvent
  readonly type: ContentType
  readonly written: Notify
  /** States that the item may be in then; null: any in which it is public. */
  readonly states: readonly string[] | null
  /** Of what tells those who read the item no more: the states in which they did. */
  readonly before?: readonly string[]
}

export function findNoticeUses(context: Context, types: readonly ContentType[]): NoticeUse[] {
  const receivingTypes = types.filter((type) => isSubmissionTarget(type, types))
  return types
    .flatMap((type) => [...ofLifecycle(context, type), ...ofEvents(context, type)])
    .filter((use) => !isOfOthers(use, receivingTypes))
}

/** Whether something is handed in for items of the type. */
export const isSubmissionTarget = (type: ContentType, types: readonly ContentType[]): boolean =>
  findSubmittedTypes(types, type).length > 0

/** Whether records of some type keep items of it while they are under way. */
export const isReferenceLocked = ({ name }: ContentType, types: readonly ContentType[]): boolean =>
  types.some(({ fields }) => fields.some(({ ref, holds }) => ref === name && holds !== undefined))

/** Of the types that share a lifecycle, its word to whoever handed something in concerns those that anything is handed in for. */
function isOfOthers({ type, written }: NoticeUse, receivingTypes: readonly ContentType[]): boolean {
  if (receivingTypes.includes(type) || written.to.some((receiver) => receiver !== 'applicants')) return false
  return receivingTypes.some((one) => one.lifecycle.name === type.lifecycle.name)
}

function ofLifecycle(context: Context, type: ContentType): NoticeUse[] {
  const document = context.of('lifecycle').get(type.lifecycle.name)
  if (!document) return []
  return type.lifecycle.transitions.flatMap(({ do: effects = [], to, back = [], due, from }, index) => [
    ...effects.flatMap((written, at) =>
      isNotify(written)
        ? [
            {
              document,
              path: ['transitions', index, 'do', at],
              event: 'transition' as const,
              type,
              written,
              // What it names beyond where the step ends is reported on its own.
              states: written.in?.filter((state) => [to, ...back].includes(state)) ?? [to],
              ...(written.lost ? { before: from } : {}),
            },
          ]
        : [],
    ),
    ...(due?.remind ?? []).map((written, at) => ({
      document,
      path: ['transitions', index, 'due', 'remind', at],
      event: 'deadline' as const,
      type,
      written,
      states: from,
    })),
  ])
}

function ofEvents(context: Context, type: ContentType): NoticeUse[] {
  const document = context.of('content').get(type.name)
  if (!document) return []
  return Object.entries(type.events ?? {}).flatMap(([name, list]) =>
    (list as readonly Notify[]).map((written, at) => {
      const event = name as keyof NoticeEvents // closed by the schema
      return { document, path: ['events', name, at], event, type, written, states: statesOf(type, event, at) }
    }),
  )
}

function statesOf({ lifecycle, events }: ContentType, event: NoticeEvent, at: number): string[] | null {
  if (event === 'add') return [lifecycle.initial]
  return event === 'due' ? [...(events?.due?.[at]?.states ?? [])] : null
}
