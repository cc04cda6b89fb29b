// Owns the receipts that outlive a reload of their page: kept for the tab, named by the address.

import { keptAs } from '#portal/core/site.ts'
import type { Taken } from './receipt.tsx'

const toKey = (page: string, number: string) => keptAs(`receipt:${page}:${number}`)

/** What names the receipt in the address; null where there is nothing to come back to. */
export function keepReceipt(page: string, taken: Taken): string | null {
  const { id, receiptNo, status, changeStatus, isOwnEdit, from } = taken
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

export function readReceipt(page: string, number: string | undefined): Taken | null {
  if (!number) return null
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(toKey(page, number)) ?? 'null')
    return kept !== null && typeof kept === 'object' ? (kept as Taken) : null
  } catch {
    return null
  }
}
