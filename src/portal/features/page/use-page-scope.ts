// Builds the scope of a page's placeholders and conditions: address, user, zone.
import { useMemo } from 'react'
import { toViewer } from '#portal/core/access/viewer.ts'
import { type AddressState, useQuery } from '#portal/core/routing/use-query.ts'
import { useSession } from '#portal/core/session/session.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Page } from '#shared/model/page-model.ts'

export interface PageScope extends AddressState {
  readonly scope: Scope
}

export function usePageScope(page: Page): PageScope {
  const address = useQuery()
  const { user } = useSession()
  const { query, params } = address
  const scope = useMemo<Scope>(
    () => ({
      query,
      params,
      user: user
        ? { ...toViewer(user), type: user.role, black: user.black, signedIn: true }
        : { id: null, role: null, type: null, black: false, signedIn: false },
      zone:
        page.kind === 'zone' ? { category: page.category ?? null, title: page.title, path: page.path } : null,
    }),
    [query, params, user, page],
  )
  return { ...address, scope }
}
