// Owns the routes: pages of the manifest, redirects of the menu tree, and what happens to any other address.
import { useMemo } from 'react'
import { HashRouter, Navigate, Route, Routes } from 'react-router-dom'
import type { MenuNode } from '../../shared/model.ts'
import { ToastHost } from '../ui/toast.tsx'
import { RouteAnnouncer } from '../routing/route-announcer.tsx'
import { useManifest } from './manifest.ts'
import { PageRoute } from './page-route.tsx'
import { ProblemPanel } from './problem-panel.tsx'
import type { Menu } from './start.ts'

/** Nodes of the menu tree that only lead elsewhere (NAV-05). */
function redirectsOf(nodes: readonly MenuNode[]): { from: string; to: string }[] {
  return nodes.flatMap((node) => [
    ...(node.redirect && node.redirect !== node.url ? [{ from: node.url, to: node.redirect }] : []),
    ...redirectsOf(node.children),
  ])
}

export function App({ menu }: { menu: Menu }) {
  const { pages } = useManifest()
  const redirects = useMemo(() => redirectsOf(menu ?? []), [menu])
  const redirected = useMemo(() => new Set(redirects.map(({ from }) => from)), [redirects])
  return (
    <HashRouter>
      <RouteAnnouncer />
      <Routes>
        <Route path="/" element={<Navigate to="/home-page" replace />} />
        {redirects.map(({ from, to }) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
        {pages
          .filter((page) => !redirected.has(page.path))
          .map((page) => (
            <Route key={page.id} path={page.path} element={<PageRoute entry={page} menu={menu} />} />
          ))}
        <Route path="*" element={<Navigate to="/404" replace />} />
      </Routes>
      <ToastHost />
      <ProblemPanel />
    </HashRouter>
  )
}
