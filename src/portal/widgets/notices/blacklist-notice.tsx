// Draws the notice that tells blacklisted users why they cannot write anything.

import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { BLACKLISTED_WORDS } from '#shared/identity/blacklist.ts'

export function BlacklistNotice() {
  const { black, reason } = useBlacklistStatus()
  if (!black) return null
  return (
    <p className="eq-notice" role="status">
      <span>
        {BLACKLISTED_WORDS}。{reason ? `原因：${reason}。` : ''}如有异议，请联系我们。
      </span>
    </p>
  )
}
