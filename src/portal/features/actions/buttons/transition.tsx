// Draws the button of a transition of the item's lifecycle, as the server offers it now.
import { useId } from 'react'
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { ConfirmedButton } from '#portal/features/actions/confirmed-button.tsx'
import { Button } from '#portal/ui/button.tsx'
import type { Remarkable } from '#shared/lifecycles/field-comments.ts'
import type { TransitionReason } from '#shared/lifecycles/lifecycle.ts'
import type { Action, AssignmentOffer } from '#shared/model/page-model.ts'

interface Offer {
  readonly action: string
  readonly title: string
  readonly words?: TransitionReason
  readonly done?: string
  readonly note?: string
  readonly remarks?: readonly Remarkable[]
  /** Name of the form that it asks for. */
  readonly form?: string
  /** Why it would be refused as things stand. */
  readonly barred?: string
  readonly claim?: AssignmentOffer
}

/** One transition can have several ways, of which the server names the one that is open now. */
function asOffered(action: Action, offer: Offer): Action {
  const { reason: _reason, ...rest } = action
  return {
    ...rest,
    label: offer.title,
    ...(offer.words ? { reason: offer.words } : {}),
    ...(offer.remarks ? { remarks: offer.remarks } : {}),
    ...(offer.claim ? { claim: offer.claim } : {}),
    ...(offer.done ? { done: offer.done } : {}),
    ...(offer.note ? { confirm: offer.note } : {}),
  }
}

export function TransitionAction(props: ActionProps) {
  const { action, item } = props
  const offers = Array.isArray(item?.actions) ? (item.actions as readonly Offer[]) : []
  const offer = offers.find((entry) => entry.action === action.transition)
  if (offer?.barred) return <BlockedButton label={action.label} barred={offer.barred} />
  const form = action.forms?.[offer?.form ?? '']
  return <ConfirmedButton {...props} action={offer ? asOffered(action, offer) : action} form={form} />
}

/** Draws the button of a transition that would be refused at present; it shows the reason and a remedy. */
function BlockedButton({ label, barred }: { readonly label: string; readonly barred: string }) {
  const id = useId()
  return (
    <span className="eq-barred-step">
      <Button disabled aria-describedby={id}>
        {label}
      </Button>
      <span id={id} className="eq-muted">
        {barred}
      </span>
    </span>
  )
}
