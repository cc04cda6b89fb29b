// Owns what was said about single fields when an item was sent back: which of it is due, and which is mended by now.
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import type { Remark } from '#shared/lifecycles/field-comments.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'

export interface FieldRemarks {
  readonly remarks: readonly Remark[]
  /** The answers that it was said of. */
  readonly said: FormData
}

const NONE: FieldRemarks = { remarks: [], said: {} }

export const FieldRemarksContext = createContext<FieldRemarks>(NONE)

interface Told {
  readonly change?: string | null
  readonly to?: string
  readonly remarks?: readonly Remark[]
}

/** Of the step that led to the state in which the item, or its waiting change, is corrected now. */
export function remarksOf(item: unknown): readonly Remark[] {
  const { status, changeStatus, history } = (item ?? {}) as {
    readonly status?: string
    readonly changeStatus?: string | null
    readonly history?: readonly Told[]
  }
  if (!Array.isArray(history)) return []
  const told = history as readonly Told[]
  const last = changeStatus ? told.find(({ change }) => change) : told.find(({ change }) => !change)
  return last?.to === (changeStatus ?? status) ? (last?.remarks ?? []) : []
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The fields among the remarks whose answers are others than were spoken of. */
export function useMended(store: FormStore, { remarks, said }: FieldRemarks): ReadonlySet<string> {
  const names = useSyncExternalStore(store.onChange, () =>
    remarks
      .filter(({ field }) => !isSame(store.leaf(field).value, said[field]))
      .map(({ field }) => field)
      .join(' '),
  )
  return new Set(names === '' ? [] : names.split(' '))
}

export function useFieldRemark(
  field: string,
): { readonly remark: Remark; readonly said: unknown } | undefined {
  const { remarks, said } = useContext(FieldRemarksContext)
  const remark = remarks.find((one) => one.field === field)
  return remark && { remark, said: said[field] }
}

export const isMended = (value: unknown, said: unknown): boolean => !isSame(value, said)
