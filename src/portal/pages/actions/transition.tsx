// Owns the button that takes a step of the item's lifecycle, as the server offers it now.
import type { TransitionWords } from '../../../shared/lifecycle.ts'
import type { Action } from '../../../shared/page-model.ts'
import type { Item } from '../../widgets/widget-props.ts'
import type { ActionProps } from '../action-props.ts'
import { ConfirmedButton } from '../confirmed-button.tsx'

export function TransitionAction(props: ActionProps) {
  return <ConfirmedButton {...props} action={asOffered(props.action, props.item)} />
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
