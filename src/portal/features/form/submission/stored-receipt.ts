// Stores receipts so that they survive a reload of their page: for the tab, named by the address.

import { toStorageKey } from '#portal/core/site.ts'
import type { SubmissionResult } from './receipt.tsx'

const toKey = (page: string, number: string) => toStorageKey(`receipt:${page}:${number}`)

/** Returns the number of the receipt for the address; null if there is nothing to return to. */
export function storeReceipt(page: string, result: SubmissionResult): string | null {
  const { id, receiptNo, status, changeStatus, isOwnEdit, from } = result
  const number = receiptNo ?? id
  if (!number) return null
  try {
    sessionStorage.setItem(
      toKey(page, number),
      JSON.stringify({ id, receiptNo, status, changeStatus, isOwnEdit, from }),
    )
    return number
  } catch {
    return null
  }
}

export function readStoredReceipt(page: string, number: string | undefined): SubmissionResult | null {
  if (!number) return null
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(toKey(page, number)) ?? 'null')
    return stored !== null && typeof stored === 'object' ? (stored as SubmissionResult) : null
  } catch {
    return null
  }
}
