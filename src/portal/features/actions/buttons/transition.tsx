// Draws the button of a transition of the item's lifecycle, as the server offers it now.
import { lazy, Suspense, useId, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { toast } from '#portal/core/state/toast.ts'
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import {
  AssignmentChoice,
  ConfirmedButton,
  firstChoice,
  questionOf,
  seenOf,
} from '#portal/features/actions/confirmed-button.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { Remarkable } from '#shared/lifecycles/field-comments.ts'
import type { TransitionReason } from '#shared/lifecycles/lifecycle.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Action, AssignmentOffer } from '#shared/model/page-model.ts'
import type { FormUser } from '#shared/validation/visible-fields.ts'

const TransitionForm = lazy(async () => ({
  default: (await import('#portal/features/form/transition-form.tsx')).TransitionForm,
}))

interface TransitionButtonProps extends Pick<ActionProps, 'scope' | 'onChanged'> {
  readonly action: Action
  readonly form: FormModel
}

/** Draws the button of a transition that needs a form, which opens in a dialog. */
function TransitionButton({ action, form, scope, onChanged }: TransitionButtonProps) {
  const [asking, setAsking] = useState(false)
  const { label, source, claim } = action
  const [chosen, setChosen] = useState(() => firstChoice(action))
  const close = () => setAsking(false)
  const submit = async (answers: Readonly<Record<string, unknown>>) => {
    const call = source && toReadSource(source, scope)
    if (!call) throw new Error('页面地址不完整，无法提交')
    if (claim && !chosen) throw new Error(`请选择${claim.title}`)
    const named = claim ? { [claim.field]: chosen } : {}
    const given = { ...fillParams(source.body ?? {}, scope), ...answers, ...named, ...seenOf(action, scope) }
    await post(call.path, given, call.params)
  }
  const done = () => {
    toast.success(action.done ?? `已${label}`)
    close()
    onChanged?.(action)
    // Reads again only after the change has been drawn, so that data that are no longer on the page are not read.
    setTimeout(revalidateAll)
  }
  return (
    <>
      <Button
        look={action.danger ? 'danger' : action.primary ? 'primary' : 'plain'}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <Dialog open={asking} title={label} onClose={close}>
        <p className="eq-step-note">{action.confirm ?? questionOf(action, scope)}</p>
        {claim ? <AssignmentChoice claim={claim} chosen={chosen} onChoose={setChosen} /> : null}
        <Suspense fallback={<Skeleton lines={4} />}>
          <TransitionForm
            form={form}
            itemId={String((scope.item as Item | undefined)?.id ?? '')}
            user={scope.user as FormUser}
            submitLabel={label}
            onSubmit={submit}
            onDone={done}
            onClose={close}
          />
        </Suspense>
      </Dialog>
    </>
  )
}

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
