// Builds the scope of a page's placeholders and conditions: address, user, zone.
import { useMemo } from 'react'
import { toViewer } from '#portal/core/access/viewer.ts'
import { type AddressState, useQuery } from '#portal/core/routing/use-query.ts'
import { type SessionUser, useSession } from '#portal/core/session/session.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Page } from '#shared/model/page-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

/** Checks whether an address lacks a parameter that its page needs. */
export function isIncompleteAddress(page: Pick<FormPage, 'params'>, { query, params }: Scope): boolean {
  const given = { ...(query as object), ...(params as object) } as Readonly<Record<string, unknown>>
  return Object.entries(page.params).some(([name, { required }]) => required && !given[name])
}

/** Adds the item's values to the scope, with the names of the viewer's actions. */
export function toItemScope(scope: Scope, item: Item | undefined): Scope {
  if (!item) return scope
  const offered = Array.isArray(item.actions) ? (item.actions as readonly { readonly action?: string }[]) : []
  return { ...scope, item: { ...item, actions: offered.map((entry) => entry.action ?? entry) } }
}

/** Conditions on `user.type` hold for any of the roles. */
const typesOf = ({ role, assigned = [] }: SessionUser) => (assigned.length > 0 ? [role, ...assigned] : role)

interface PageScope extends AddressState {
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
        ? { ...toViewer(user), type: typesOf(user), black: user.black, signedIn: true }
        : { id: null, role: null, type: null, black: false, signedIn: false },
      zone:
        page.kind === 'zone' ? { category: page.category ?? null, title: page.title, path: page.path } : null,
    }),
    [query, params, user, page],
  )
  return { ...address, scope }
}
