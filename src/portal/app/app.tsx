// Declares the routes of the portal: pages of the manifest, redirects of the menu tree, and any other address.
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Navigate, Route, Router, Routes, useLocation } from 'react-router-dom'
import { NOT_ALLOWED, toMenuWaitAddress } from '#portal/core/access/route-guard.ts'
import {
  dismissProblems,
  reloadManifest,
  useConfigurationProblems,
  useManifest,
} from '#portal/core/configuration/manifest.ts'
import { redirectOf, useMenu } from '#portal/core/configuration/menu.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { Loading } from '#portal/core/routing/progress.ts'
import { site } from '#portal/core/site.ts'
import { dismiss, useExternalToastHost, useMessages } from '#portal/core/state/toast.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { formerTarget } from '#shared/addresses/former-target.ts'
import { matchPage } from '#shared/addresses/match-page.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import { PageRoute } from './page-route.tsx'
import { RouteEffects } from './route-effects.tsx'

const NOT_FOUND = site.pages.missing ?? site.pages.home

/** A page may be newer than the manifest of an open tab: true once the current one was asked for this address. */
function useCurrentManifest(pathname: string): boolean {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    let isHere = true
    const answer = () => isHere && setAsked(pathname)
    reloadManifest().then(answer, answer)
    return () => {
      isHere = false
    }
  }, [pathname])
  return asked === pathname
}

/** Not a page of ours: it may have been one's address, the menu tree may still know where it leads (NAV-05), else /404 (NAV-04); /401 without one. */
function UnknownAddress() {
  const { pathname, search } = useLocation()
  const { former = [] } = useManifest()
  const { status, nodes } = useMenu()
  const isCurrent = useCurrentManifest(pathname)
  const moved = formerTarget(former, pathname)
  if (moved !== undefined) return <Navigate to={moved + search} replace />
  if (status === 'loading' || !isCurrent) return <Loading>{null}</Loading>
  // A configuration without a page for it must not send its visitors round in circles.
  if (pathname === NOT_FOUND || pathname === NOT_ALLOWED) return <h1>页面不存在</h1>
  if (status === 'failed') return <Navigate to={toMenuWaitAddress(pathname + search)} replace />
  return <Navigate to={redirectOf(nodes, pathname) ?? NOT_FOUND} replace />
}

/** The router ranks and compiles each route that it is given, so it gets all only where none is written like this. */
function candidates(pages: readonly ManifestPage[], pathname: string): readonly ManifestPage[] {
  const found = matchPage(pages, pathname)
  return found ? [found.page] : pages
}

function PageRoutes() {
  const { pages } = useManifest()
  const { pathname } = useLocation()
  return (
    <Routes>
      <Route path="/" element={<Navigate to={site.pages.home} replace />} />
      {candidates(pages, pathname).map((page) => (
        <Route key={page.id} path={page.path} element={<PageRoute entry={page} />} />
      ))}
      <Route path="*" element={<UnknownAddress />} />
    </Routes>
  )
}

/**
 * Renders the whole portal: routes, messages, configuration problems. Calls `onDrawn` once, after the first
 * rendering, which may not be painted yet.
 *
 * @example
 * root.render(<App onDrawn={() => performance.mark('drawn')} />)
 */
export function App({ onDrawn }: { readonly onDrawn?: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => onDrawn?.(), [])
  return (
    <HashRouter>
      <RouteEffects />
      <PageRoutes />
      <ToastHost />
      <ProblemPanel />
    </HashRouter>
  )
}

function ProblemPanel() {
  const problems = useConfigurationProblems()
  if (problems.length === 0) return null
  return (
    <section className="eq-problems" role="alert" aria-label="配置有误">
      <header>
        <strong>配置有误，页面仍使用上一次的配置（{problems.length} 处）</strong>
        <button type="button" onClick={dismissProblems} aria-label="关闭">
          ×
        </button>
      </header>
      <ol>
        {problems.map((problem) => (
          <li key={`${problem.file}:${problem.line}:${problem.column}:${problem.message}`}>
            <code>
              {problem.file}:{problem.line}:{problem.column}
            </code>
            {problem.message}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Connects the portal's history to the router. */
export function HashRouter({ children }: { readonly children: ReactNode }) {
  const { action, location } = useSyncExternalStore(appHistory.subscribe, appHistory.position)
  return (
    <Router navigator={appHistory} location={location} navigationType={action}>
      {children}
    </Router>
  )
}

/** Mounted once, in the shell. */
export function ToastHost() {
  const messages = useMessages()
  const visible = useExternalToastHost() ? [] : messages
  return (
    <div className="eq-toaster" aria-live="polite">
      {visible.map(({ id, kind, text }) => (
        <div key={id} className={`eq-toast eq-toast-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
          <Icon name={kind === 'info' ? 'info' : kind} />
          <span>{text}</span>
          <button type="button" className="eq-icon-button" aria-label="关闭提示" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
