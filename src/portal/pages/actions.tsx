// Owns the buttons of a page: open, like, share, print, and the permitted transitions of an item.
import { holds, type Scope } from '../../shared/condition.ts'
import type { TransitionWords } from '../../shared/lifecycle.ts'
import type { Action } from '../../shared/page-model.ts'
import { type Audience, isInAudience, type Role } from '../../shared/roles.ts'
import { pageById } from '../app/manifest.ts'
import { routeOf } from '../routing/link-to.ts'
import { LinkButton } from '../ui/app-link.tsx'
import { Button } from '../ui/button.tsx'
import { LikeButton } from '../widgets/like-button.tsx'
import { ReactionButton } from '../widgets/reaction-button.tsx'
import { toRead } from '../widgets/to-read.ts'
import type { Item } from '../widgets/widget-props.ts'
import { CompareButton } from './compare-button.tsx'
import { ConfirmedButton } from './confirmed-button.tsx'
import { SaveButton } from './save-button.tsx'
import { ShareButton } from './share-button.tsx'

interface Props {
  readonly actions: readonly Action[]
  readonly scope: Scope
  readonly title: string
  readonly item?: Item
  /** After a transition: reads the item anew, unless it is gone. */
  readonly onChanged?: (done?: Action) => void
}

interface OneProps extends Omit<Props, 'actions'> {
  readonly action: Action
}

function One({ action, scope, title, item, onChanged }: OneProps) {
  const { label, icon, link, source } = action
  const look = action.primary ? 'accent' : 'plain'
  if (action.do === 'open' && link)
    return 'ids' in link.params && item ? (
      <CompareButton link={link} item={item} label={label} max={link.max} />
    ) : (
      <LinkButton link={link} scope={scope} look={look} {...(icon ? { icon } : {})}>
        {label}
      </LinkButton>
    )
  if (action.do === 'like' && source && item) {
    const call = toRead(source, scope)
    if (!call) return null
    return (
      <LikeButton
        call={call}
        liked={item.liked === true}
        count={Number(item.likeCount ?? 0)}
        label={label}
        className="eq-button eq-button-plain"
        onChanged={onChanged && (() => onChanged())}
      />
    )
  }
  if ((action.do === 'collect' || action.do === 'support') && item)
    return <ReactionButton kind={action.do} action={action} scope={scope} item={item} />
  if (action.do === 'share') return <ShareButton title={title} label={label} icon={icon ?? 'share'} />
  if (action.do === 'print')
    return (
      <Button icon={icon ?? 'print'} onClick={() => window.print()}>
        {label}
      </Button>
    )
  if (action.do === 'transition' || action.do === 'call')
    return (
      <ConfirmedButton action={asOffered(action, item)} scope={scope} {...(onChanged ? { onChanged } : {})} />
    )
  if (action.do === 'save') return <SaveButton action={action} scope={scope} title={title} />
  return null
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

interface Offer {
  readonly action: string
  readonly title: string
  readonly words?: TransitionWords
  readonly done?: string
  readonly note?: string
}

/** One transition can have several ways, of which the server names the one that is open now. */
function asOffered(action: Action, item: Item | undefined): Action {
  const offers = Array.isArray(item?.actions) ? (item.actions as readonly Offer[]) : []
  const offer = offers.find((entry) => entry.action === action.transition)
  if (!offer) return action
  const { reason: _reason, ...rest } = action
  return {
    ...rest,
    label: offer.title,
    ...(offer.words ? { reason: offer.words } : {}),
    ...(offer.done ? { done: offer.done } : {}),
    ...(offer.note ? { confirm: offer.note } : {}),
  }
}

/** A visitor may sign in and then turn out to be allowed; who is signed in sees nothing he would be refused. */
function isAllowed({ access, link }: Action, { user, item }: Scope): boolean {
  const asked = access ?? (link ? (pageById(link.page)?.access ?? []) : [])
  const { id, role } = (user ?? {}) as { readonly id?: string | null; readonly role?: Role | null }
  if (!id || !role || asked.length === 0) return true
  const { ownerId, relations } = (item ?? {}) as {
    readonly ownerId?: string | null
    readonly relations?: readonly Audience[]
  }
  // A whole item tells in which relations the reader stands to it; a row of a list only whose it is.
  if (relations?.some((relation) => asked.includes(relation))) return true
  return ownerId === undefined
    ? isInAudience({ id, role }, asked) || asked.includes('owner')
    : isInAudience({ id, role }, asked, { ownerId })
}

/** A transition shows only while the server names it among what this reader may do with the item. */
function isOffered(action: Action, scope: Scope): boolean {
  if (!makesSense(action, scope)) return false
  if (action.when && !holds(action.when, scope)) return false
  if (!isAllowed(action, scope)) return false
  if (action.link && routeOf(action.link, scope) === undefined) return false
  if (action.do !== 'transition') return true
  const offered = (scope.item as Stated | undefined)?.actions
  return Array.isArray(offered) && offered.includes(action.transition)
}

/** Whether this reader may do anything of it. */
export function hasOffer(actions: readonly Action[], scope: Scope): boolean {
  return actions.some((action) => isOffered(action, scope))
}

export function Actions({ actions, ...rest }: Props) {
  const offered = actions.filter((action) => isOffered(action, rest.scope))
  if (offered.length === 0) return null
  return (
    <div className="eq-actions">
      {offered.map((action) => (
        <One key={`${action.do}${action.label}`} action={action} {...rest} />
      ))}
    </div>
  )
}
