// Owns one route: its guards, its title, and the shell around it.
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { ManifestPage } from '../../shared/manifest.ts'
import { elsewhere, NOT_ALLOWED } from '../routing/guard.ts'
import { appHistory } from '../routing/hash-history.ts'
import { useSession } from '../session/session.ts'
import { Shell } from '../shell/shell.tsx'
import { loadMenu, type MenuState, redirectOf, useMenu } from './menu.ts'
import { PageArea } from './page-area.tsx'
import { usePage } from './use-page.ts'

const SITE = '应急装备信息网'
const TRY_AGAIN_AFTER = 5_000

/** NAV-02. */
function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} - ${SITE}`
  }, [title])
}

/** Whoever waits at /401 because the menu failed gets out as soon as it can be loaded. */
function useMenuRecovery(isWaiting: boolean, status: MenuState['status']): void {
  useEffect(() => {
    if (!isWaiting || status !== 'failed') return
    const timer = setTimeout(() => void loadMenu(), TRY_AGAIN_AFTER)
    return () => clearTimeout(timer)
  }, [isWaiting, status])
}

export function PageRoute({ entry }: { readonly entry: ManifestPage }) {
  const session = useSession()
  const menu = useMenu()
  const { pathname, search } = useLocation()
  const state = usePage(entry)
  const { page } = state
  useTitle(entry.title)
  useMenuRecovery(entry.path === NOT_ALLOWED, menu.status)
  const to = elsewhere({
    entry,
    pathname,
    search,
    session,
    menuFailed: menu.status === 'failed',
    redirect: redirectOf(menu.nodes, pathname),
    onlyFrom: page?.onlyFrom,
    arrivedFrom: appHistory.arrivedFrom(),
  })
  if (to !== null) return <Navigate to={to} replace />
  return (
    <Shell entry={entry} page={page}>
      <PageArea entry={entry} {...state} />
    </Shell>
  )
}
