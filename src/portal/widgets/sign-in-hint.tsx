// Owns the line that asks a visitor to sign in, and brings them back here.
import { Link, useLocation } from 'react-router-dom'

export function SignInHint({ what }: { readonly what: string }) {
  const { pathname, search } = useLocation()
  return (
    <p className="eq-hint">
      <Link to={`/login?from=${encodeURIComponent(pathname + search)}`}>登录</Link>后可以{what}
    </p>
  )
}
