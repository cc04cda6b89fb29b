// Draws the buttons of a page: the actions that this viewer may use and that apply now.
import type { ReactNode } from 'react'
import { toViewer } from '#portal/core/access/viewer.ts'
import { pageById } from '#portal/core/configuration/manifest.ts'
import { routeOf } from '#portal/core/routing/link-address.ts'
import { toRegistry } from '#portal/widgets/widget-name.ts'
import type { AssignedRole } from '#shared/access/role-scope.ts'
import { type Audience, isInAudience, type Role } from '#shared/access/roles.ts'
import { evaluateCondition, type Scope } from '#shared/expressions/condition.ts'
import type { Action } from '#shared/model/page-model.ts'
import type { ActionComponent, ActionProps } from './action-props.ts'

const modules = import.meta.glob('./buttons/*.tsx', { eager: true })

/** Finds the button of an action by its kind, which is the name of the button's file. */
const ACTION_BUTTONS = toRegistry<ActionComponent>(modules)

function ActionButton(props: ActionProps) {
  const Button = ACTION_BUTTONS.get(props.action.do)
  return Button ? <Button {...props} /> : null
}

interface Props extends Omit<ActionProps, 'action'> {
  readonly actions: readonly Action[]
  /**
   * True for the actions of a page's item: the next transition is the main button, and less urgent actions are in a
   * menu.
   */
  readonly isMain?: boolean
  /** Content before and after the buttons, drawn whether or not there are any. */
  readonly first?: ReactNode
  readonly children?: ReactNode
}

interface Stated {
  readonly status?: unknown
  readonly ownerId?: unknown
  readonly actions?: unknown
}

/**
 * Items that are not public yet cannot be liked, reported or shared; the viewer's own items cannot either, public or
 * not.
 */
function makesSense({ states, notOwn }: Action, { item, user }: Scope): boolean {
  const { status, ownerId } = (item ?? {}) as Stated
  const { id } = (user ?? {}) as { readonly id?: unknown }
  if (states && typeof status === 'string' && !states.includes(status)) return false
  return !(notOwn && ownerId && ownerId === id)
}

/** A visitor may sign in and then turn out to be allowed; a signed-in user sees no action that would be refused. */
const isAllowed = ({ access = [], link }: Action, scope: Scope): boolean =>
  [access, link ? (pageById(link.page)?.access ?? []) : []].every((audiences) => isAmong(audiences, scope))

function isAmong(audiences: readonly Audience[], { user, item }: Scope): boolean {
  const { id, role, grants, assigned } = (user ?? {}) as {
    readonly id?: string | null
    readonly role?: Role | null
    readonly grants?: readonly string[]
    readonly assigned?: readonly AssignedRole[]
  }
  if (!id || !role || audiences.length === 0) return true
  const caller = {
    ...toViewer({ id, role, ...(grants ? { grants } : {}) }),
    ...(assigned ? { assigned } : {}),
  }
  const { ownerId, relations } = (item ?? {}) as {
    readonly ownerId?: string | null
    readonly relations?: readonly Audience[]
  }
  // A whole item declares the viewer's relations to it; a row of a list declares only its owner.
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

/** Returns true if any of the actions is offered to this viewer. */
export function hasOffer(actions: readonly Action[], scope: Scope): boolean {
  return actions.some((action) => isOffered(action, scope))
}

/** Actions that apply to any page, whatever is due. */
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
