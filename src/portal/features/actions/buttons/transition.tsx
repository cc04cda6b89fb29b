// Draws the button of a transition of the item's lifecycle, as the server offers it now.

import { useId } from 'react'
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { ConfirmedButton } from '#portal/features/actions/confirmed-button.tsx'
import { TransitionButton } from '#portal/features/actions/transition-button.tsx'
import { Button } from '#portal/ui/button.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Remarkable } from '#shared/lifecycles/field-comments.ts'
import type { TransitionReason } from '#shared/lifecycles/lifecycle.ts'
import type { Action, AssignmentOffer } from '#shared/model/page-model.ts'

export function TransitionAction(props: ActionProps) {
  const { scope, onChanged } = props
  const action = asOffered(props.action, props.item)
  const offer = offerOf(props.action, props.item)
  if (offer?.barred) return <BlockedButton label={action.label} barred={offer.barred} />
  const form = props.action.forms?.[offer?.form ?? '']
  if (form)
    return (
      <TransitionButton action={action} form={form} scope={scope} {...(onChanged ? { onChanged } : {})} />
    )
  return <ConfirmedButton {...props} action={action} />
}

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

function offerOf({ transition }: Action, item: Item | undefined): Offer | undefined {
  const offers = Array.isArray(item?.actions) ? (item.actions as readonly Offer[]) : []
  return offers.find((entry) => entry.action === transition)
}

/** One transition can have several ways, of which the server names the one that is open now. */
function asOffered(action: Action, item: Item | undefined): Action {
  const offer = offerOf(action, item)
  if (!offer) return action
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

interface Props {
  readonly label: string
  readonly barred: string
}

/** Draws the button of a transition that would be refused at present; it shows the reason and a remedy. */
function BlockedButton({ label, barred }: Props) {
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
