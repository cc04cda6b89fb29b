// Owns one route: guards, title, shell, and the page inside.
import { Suspense, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { ManifestPage, Page } from '../../shared/model.ts'
import { isInAudience } from '../../shared/roles.ts'
import { pageKinds } from '../pages/page-kinds.ts'
import { currentPath, previousPath } from '../routing/history.ts'
import { Shell } from '../shell/shell.tsx'
import { useSession } from '../session/session.ts'
import { Failed } from '../ui/failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Menu } from './start.ts'
import { usePage } from './use-page.ts'

const SITE = '应急装备信息网'
/** Shown even without a menu, or the way to /401 would never end. */
const ALWAYS = new Set(['/401', '/404', '/500', '/login', '/agreement', '/underMaintenance'])

export function PageRoute({ entry, menu }: { entry: ManifestPage; menu: Menu }) {
  const { user, token } = useSession()
  const location = useLocation()
  const { page, failed, retry } = usePage(entry)
  useEffect(() => {
    document.title = entry.path === '/home-page' ? SITE : `${entry.title} - ${SITE}`
  }, [entry])
  if (menu === null && !ALWAYS.has(entry.path)) return <Navigate to="/401" replace />
  if (token && entry.path === '/login') return <Navigate to="/" replace />
  if (!entry.access.includes('anyone')) {
    const asker = user && { id: user.id, role: user.role }
    if (!token) {
      const from = `${location.pathname}${location.search}`
      return <Navigate to={`/login?${new URLSearchParams({ from })}`} replace />
    }
    if (asker && !isInAudience(asker, entry.access)) return <Navigate to="/401" replace />
  }
  if (page?.onlyFrom && previousPath() !== page.onlyFrom && currentPath() !== page.onlyFrom)
    return <Navigate to={page.onlyFrom} replace />
  return (
    <Shell entry={entry} page={page} menu={menu ?? []}>
      <ErrorBoundary key={entry.id}>
        {failed ? <Failed message="页面没有加载出来" retry={retry} /> : null}
        {page ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <PageByKind page={page} />
          </Suspense>
        ) : failed ? null : (
          <Skeleton lines={8} />
        )}
      </ErrorBoundary>
    </Shell>
  )
}

function PageByKind({ page }: { page: Page }) {
  switch (page.kind) {
    case 'list':
      return <pageKinds.list page={page} />
    case 'detail':
      return <pageKinds.detail page={page} />
    case 'compare':
      return <pageKinds.compare page={page} />
    case 'form':
      return <pageKinds.form page={page} />
    case 'zone':
      return <pageKinds.zone page={page} />
  }
}
