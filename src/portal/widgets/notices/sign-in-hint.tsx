// Draws the line that names the condition for writing here: signing in, or not being blacklisted.
import { Link, useLocation } from 'react-router-dom'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { LOGIN } from '#portal/core/site.ts'

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
