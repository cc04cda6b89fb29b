// Finds all sources of notices: transitions of lifecycles, events of content types.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { isNotify } from '#shared/lifecycles/effects.ts'
import { fileOf } from '#shared/lifecycles/lifecycle.ts'
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
  /** For a notice to former readers: the states in which they could read the item. */
  readonly before?: readonly string[]
}

export function findNoticeUses(context: Context, types: readonly ContentType[]): NoticeUse[] {
  const receivingTypes = types.filter((type) => isSubmissionTarget(type, types))
  return types
    .flatMap((type) => [...ofLifecycle(context, type), ...ofEvents(context, type)])
    .filter((use) => !isOfOthers(use, receivingTypes))
}

/** Returns true if something is submitted under items of the type. */
export const isSubmissionTarget = (type: ContentType, types: readonly ContentType[]): boolean =>
  findSubmittedTypes(types, type).length > 0

/** Returns true if records of some type lock items of it (`x-holds`) while they are in progress. */
export const isReferenceLocked = ({ name }: ContentType, types: readonly ContentType[]): boolean =>
  types.some(({ fields }) => fields.some(({ ref, holds }) => ref === name && holds !== undefined))

/**
 * Returns true if a notice to applicants does not concern the type: of the types that share a lifecycle, only those
 * with submissions have applicants.
 */
function isOfOthers({ type, written }: NoticeUse, receivingTypes: readonly ContentType[]): boolean {
  if (receivingTypes.includes(type) || written.to.some((receiver) => receiver !== 'applicants')) return false
  return receivingTypes.some((one) => fileOf(one.lifecycle) === fileOf(type.lifecycle))
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
              // States that it names beyond the target of the transition are reported on their own.
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
