// Stores whether the signed-in user is blacklisted, and why; the whole portal is styled by it (SES-07).
import { get } from '#portal/core/api/client.ts'
import { calls } from '#portal/core/site.ts'
import { createStore } from '#portal/core/state/store.ts'

export interface BlacklistStatus {
  readonly black: boolean
  readonly reason?: string | null
}

const NONE: BlacklistStatus = { black: false }
const store = createStore<BlacklistStatus>(NONE)

export const useBlacklistStatus = store.use

/** A failed call says nothing: the server refuses anyway what is not allowed. */
export async function loadBlacklistStatus(): Promise<void> {
  const path = calls['auth.isBlack']
  if (path === undefined) return
  const answer = await get<BlacklistStatus | null>(path, {}, { quiet: true }).catch(() => null)
  const { black, reason = null } = answer ?? NONE
  store.set({ black, reason })
  document.documentElement.toggleAttribute('data-black', black)
}
