// Draws the strip on every page that explains to a blacklisted user why they cannot write (SES-07, ROL-02).

import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { BLACKLISTED_WORDS } from '#shared/identity/blacklist.ts'

export function BlacklistStrip() {
  const { black, reason } = useBlacklistStatus()
  if (!black) return null
  return (
    <p className="eq-black-strip" role="status">
      {BLACKLISTED_WORDS}
      {reason ? `。原因：${reason}` : ''}
    </p>
  )
}
