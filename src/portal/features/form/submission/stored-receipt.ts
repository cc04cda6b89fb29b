// Owns the receipts that outlive a reload of their page: kept for the tab, named by the address.

import { toStorageKey } from '#portal/core/site.ts'
import type { SubmissionResult } from './receipt.tsx'

const toKey = (page: string, number: string) => toStorageKey(`receipt:${page}:${number}`)

/** What names the receipt in the address; null where there is nothing to come back to. */
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
