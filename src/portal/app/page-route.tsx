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
import { useDocumentHead } from './use-document-head.ts'
import { usePage } from './use-page.ts'

const TRY_AGAIN_AFTER = 5_000

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
  useDocumentHead(entry, page)
  useMenuRecovery(entry.path === NOT_ALLOWED, menu.status)
  const to = elsewhere({
    entry,
    pathname,
    search,
    session,
    menu: menu.status,
    redirect: redirectOf(menu.nodes, pathname),
    arrivedFrom: appHistory.arrivedFrom(),
  })
  if (to !== null) return <Navigate to={to} replace />
  return (
    <Shell entry={entry} page={page}>
      <PageArea entry={entry} {...state} />
    </Shell>
  )
}
