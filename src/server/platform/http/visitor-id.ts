// Identifies a visitor without an account by a digest of the address, never by the address itself.

import { createHash } from 'node:crypto'
import { networkOf } from '#server/platform/limits/network-of.ts'

const VISITOR = 'guest:'

/** Differs for each `about` (an item), so that stored rows do not show what one visitor looked at. */
export function visitorId(address: string, about: string): string {
  return (
    VISITOR +
    createHash('sha256')
      .update(`${about}\n${networkOf(address)}`)
      .digest('base64url')
      .slice(0, 22)
  )
}
