// Finds the field comments of an item that was sent back, and which of them are resolved by now.
import { createContext, useSyncExternalStore } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import type { Remark } from '#shared/lifecycles/field-comments.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'

export interface FieldCommentSet {
  readonly fieldComments: readonly Remark[]
  /** The answers that it was said of. */
  readonly answers: FormData
}

/** Notes at the fields of a form. */
interface FieldNotes extends FieldCommentSet {
  /** The answers that the account's registration prefilled. */
  readonly prefill: FormData
}

export const NO_NOTES: FieldNotes = { fieldComments: [], answers: {}, prefill: {} }

export const FieldNotesContext = createContext<FieldNotes>(NO_NOTES)

interface HistoryEntry {
  readonly change?: string | null
  readonly to?: string
  readonly remarks?: readonly Remark[]
}

/** Of the step that led to the state in which the item, or its waiting change, is corrected now. */
export function findFieldComments(item: unknown): readonly Remark[] {
  const { status, changeStatus, history } = (item ?? {}) as {
    readonly status?: string
    readonly changeStatus?: string | null
    readonly history?: readonly HistoryEntry[]
  }
  if (!Array.isArray(history)) return []
  const entries = history as readonly HistoryEntry[]
  const last = changeStatus ? entries.find(({ change }) => change) : entries.find(({ change }) => !change)
  return last?.to === (changeStatus ?? status) ? (last?.remarks ?? []) : []
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The fields among the remarks whose answers are others than were spoken of. */
export function useResolvedFields(
  store: FormStore,
  { fieldComments, answers }: FieldCommentSet,
): ReadonlySet<string> {
  const names = useSyncExternalStore(store.onChange, () =>
    fieldComments
      .filter(({ field }) => !isSame(store.leaf(field).value, answers[field]))
      .map(({ field }) => field)
      .join(' '),
  )
  return new Set(names === '' ? [] : names.split(' '))
}

export const isResolved = (value: unknown, answer: unknown): boolean => !isSame(value, answer)
