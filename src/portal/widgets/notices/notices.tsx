// Draws notices: a corrected search, why nothing can be submitted or written, and that signing in is needed.

import { useLocation } from 'react-router-dom'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { LOGIN } from '#portal/core/site.ts'
import { Link } from '#portal/ui/link.tsx'
import { BLACKLISTED_WORDS } from '#shared/identity/blacklist.ts'

interface Props {
  readonly keyWord: string
  readonly meant: string
  readonly onExact: () => void
}

/**
 * Draws the notice that the search corrected a typing error, with a link to the results of the original words.
 */
export function CorrectedSearchNotice({ keyWord, meant, onExact }: Props) {
  return (
    <p className="eq-corrected" role="status">
      已显示“{meant}”的结果，
      <button type="button" className="eq-link-button" onClick={onExact}>
        仍搜索“{keyWord}”
      </button>
    </p>
  )
}

/** `item` is what the server answered: its `barred` says why, and is null or absent where nothing is in the way. */
export function BlockedSubmissionNotice({ item }: { readonly item: unknown }) {
  const { barred } = (item ?? {}) as { readonly barred?: string | null }
  if (!barred) return null
  return (
    <p className="eq-notice" role="status">
      <span>目前不能提交：{barred}。已填写的内容会保留，可以提交时再继续。</span>
    </p>
  )
}

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
