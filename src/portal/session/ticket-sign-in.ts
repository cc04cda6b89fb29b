// Owns signing in by a ticket in the address (SES-01, SES-02).
import { ApiError } from '../api/api-error.ts'
import { post } from '../api/client.ts'
import { appHistory } from '../routing/hash-history.ts'
import { calls, keptAs, LOGIN } from '../site/site.ts'
import { toast } from '../ui/toast.tsx'
import { type SignInAnswer, signIn } from './session.ts'

const WELCOME = keptAs('welcome')

/** Single sign-on puts it before the hash, or into it where the hash was part of its address. */
function takeTicket(): string | null {
  const url = new URL(window.location.href)
  const before = url.searchParams.get('ticket')
  if (before) {
    url.searchParams.delete('ticket')
    window.history.replaceState(window.history.state, '', url)
    return before
  }
  const { pathname, search } = appHistory.position().location
  const inside = new URLSearchParams(search)
  const ticket = inside.get('ticket')
  if (!ticket) return null
  inside.delete('ticket')
  appHistory.replace(inside.size ? `${pathname}?${inside}` : pathname)
  return ticket
}

/** Says 登录成功 on the page that was loaded anew for it. */
export function welcome(): void {
  try {
    if (sessionStorage.getItem(WELCOME) === null) return
    sessionStorage.removeItem(WELCOME)
  } catch {
    return
  }
  toast.success('登录成功')
}

/** True where the page is about to be loaded anew at the site's root. */
export async function signInByTicket(): Promise<boolean> {
  const path = calls['auth.ssoLogin']
  const ticket = path === undefined ? null : takeTicket()
  if (path === undefined || ticket === null) return false
  try {
    const answer = await post<SignInAnswer>(path, { ticket }, {}, { quiet: true })
    signIn({ ...answer, ticket })
    try {
      sessionStorage.setItem(WELCOME, '1')
    } catch {
      // Without it nothing is said; the session is there all the same.
    }
    window.location.replace('/')
    return true
  } catch (error) {
    const words = error instanceof ApiError && error.status > 0 ? error.message : ''
    toast.error(words || '登录失败，请重新尝试！')
    appHistory.replace(LOGIN)
    return false
  }
}
