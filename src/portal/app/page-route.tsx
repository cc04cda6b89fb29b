// Draws one route: its guards, its title, and the shell around it.
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { findRedirect, NOT_ALLOWED } from '#portal/core/access/route-guard.ts'
import { loadMenu, type MenuState, redirectOf, useMenu } from '#portal/core/configuration/menu.ts'
import { usePage } from '#portal/core/pages/use-page.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { useSession } from '#portal/core/session/session.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import { PageArea } from './page-area.tsx'
import { Shell } from './shell/shell.tsx'
import { useDocumentHead } from './use-document-head.ts'

const TRY_AGAIN_AFTER = 5_000

/** Loads a failed menu again, so that a visitor who waits at /401 for it can leave as soon as it is loaded. */
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
  const to = findRedirect({
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
