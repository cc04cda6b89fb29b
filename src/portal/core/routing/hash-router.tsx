// Connects the portal's history to the router.
import { type ReactNode, useSyncExternalStore } from 'react'
import { Router } from 'react-router-dom'
import { appHistory } from './hash-history.ts'

export function HashRouter({ children }: { readonly children: ReactNode }) {
  const { action, location } = useSyncExternalStore(appHistory.subscribe, appHistory.position)
  return (
    <Router navigator={appHistory} location={location} navigationType={action}>
      {children}
    </Router>
  )
}
