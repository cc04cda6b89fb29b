// Owns the buttons of a page: those of its actions that this reader may use and that make sense now.
import type { ReactNode } from 'react'
import { toViewer } from '#portal/core/access/viewer.ts'
import { pageById } from '#portal/core/configuration/manifest.ts'
import { routeOf } from '#portal/core/routing/link-address.ts'
import { type Audience, isInAudience, type Role } from '#shared/access/roles.ts'
import { evaluateCondition, type Scope } from '#shared/expressions/condition.ts'
import type { Action } from '#shared/model/page-model.ts'
import type { ActionProps } from './action-props.ts'
import { ActionButton } from './action-registry.tsx'

interface Props extends Omit<ActionProps, 'action'> {
  readonly actions: readonly Action[]
  /** Of the item of a page: the next step is the main button, and what can wait stands in a menu. */
  readonly isMain?: boolean
  /** What stands before the buttons, and after them, whether or not there are any. */
  readonly first?: ReactNode
  readonly children?: ReactNode
}

interface Stated {
  readonly status?: unknown
  readonly ownerId?: unknown
  readonly actions?: unknown
}

/** What is not public yet is not liked, reported or passed on; what is one's own not even then. */
function makesSense({ states, notOwn }: Action, { item, user }: Scope): boolean {
  const { status, ownerId } = (item ?? {}) as Stated
  const { id } = (user ?? {}) as { readonly id?: unknown }
  if (states && typeof status === 'string' && !states.includes(status)) return false
  return !(notOwn && ownerId && ownerId === id)
}

/** A visitor may sign in and then turn out to be allowed; who is signed in sees nothing he would be refused. */
const isAllowed = ({ access = [], link }: Action, scope: Scope): boolean =>
  [access, link ? (pageById(link.page)?.access ?? []) : []].every((audiences) => isAmong(audiences, scope))

function isAmong(audiences: readonly Audience[], { user, item }: Scope): boolean {
  const { id, role, grants } = (user ?? {}) as {
    readonly id?: string | null
    readonly role?: Role | null
    readonly grants?: readonly string[]
  }
  if (!id || !role || audiences.length === 0) return true
  const caller = toViewer({ id, role, ...(grants ? { grants } : {}) })
  const { ownerId, relations } = (item ?? {}) as {
    readonly ownerId?: string | null
    readonly relations?: readonly Audience[]
  }
  // A whole item tells in which relations the reader stands to it; a row of a list only whose it is.
  if (relations?.some((relation) => audiences.includes(relation))) return true
  return ownerId === undefined
    ? isInAudience(caller, audiences) || audiences.includes('owner')
    : isInAudience(caller, audiences, { ownerId })
}

/** A transition shows only while the server names it among what this reader may do with the item. */
function isOffered(action: Action, scope: Scope): boolean {
  if (!makesSense(action, scope)) return false
  if (action.when && !evaluateCondition(action.when, scope)) return false
  if (action.link && routeOf(action.link, scope) === undefined) return false
  if (action.do !== 'transition') return isAllowed(action, scope)
  const offered = (scope.item as Stated | undefined)?.actions
  return Array.isArray(offered) && offered.includes(action.transition)
}

/** Whether this reader may do anything of it. */
export function hasOffer(actions: readonly Action[], scope: Scope): boolean {
  return actions.some((action) => isOffered(action, scope))
}

/** What one does with any page, whatever is due. */
const UTILITIES: readonly Action['do'][] = ['print', 'share', 'report', 'save', 'export']

/** The step that is expected next, where nothing else is the main button. */
function withNext(offered: readonly Action[]): readonly Action[] {
  if (offered.some(({ primary }) => primary)) return offered
  const next = offered.find(({ forward }) => forward)
  return offered.map((action) => (action === next ? { ...action, primary: true } : action))
}

export function Actions({ actions, first, children, isMain = false, ...rest }: Props) {
  const found = actions.filter((action) => isOffered(action, rest.scope))
  const offered = isMain ? withNext(found) : found
  const isDue = isMain && offered.some((action) => action.do === 'transition')
  const aside = isDue ? offered.filter((action) => UTILITIES.includes(action.do)) : []
  if (offered.length === 0 && !first && !children) return null
  return (
    <div className="eq-actions">
      {first}
      {offered
        .filter((action) => !aside.includes(action))
        .map((action) => (
          <ActionButton key={`${action.do}${action.label}`} action={action} {...rest} />
        ))}
      {children}
      {aside.length > 0 ? (
        <details className="eq-more-actions">
          <summary className="eq-button eq-button-plain">更多</summary>
          <div>
            {aside.map((action) => (
              <ActionButton key={`${action.do}${action.label}`} action={action} {...rest} />
            ))}
          </div>
        </details>
      ) : null}
    </div>
  )
}
