// Draws notices: why nothing can be written, and that signing in is needed.

import { useLocation } from 'react-router-dom'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { LOGIN } from '#portal/core/site.ts'
import { Link } from '#portal/ui/link.tsx'
import { BLACKLISTED_WORDS } from '#shared/identity/blacklist.ts'

/** Draws the notice that tells blacklisted users why they cannot write anything. */
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

export function SignInHint({ what }: { readonly what: string }) {
  const { pathname, search } = useLocation()
  const { black } = useBlacklistStatus()
  if (black) return <p className="eq-hint">您的账号已被列入黑名单，不能{what}</p>
  return (
    <p className="eq-hint">
      <Link to={`${LOGIN}?from=${encodeURIComponent(pathname + search)}`}>登录</Link>后可以{what}
    </p>
  )
}
