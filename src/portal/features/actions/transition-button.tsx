// Draws the button of a transition that needs a form, which opens in a dialog.
import { lazy, Suspense, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Action } from '#shared/model/page-model.ts'
import type { FormUser } from '#shared/validation/visible-fields.ts'
import type { ActionProps } from './action-props.ts'
import { AssignmentChoice, firstChoice } from './assignment-choice.tsx'
import { questionOf, seenOf } from './confirmed-button.tsx'

const TransitionForm = lazy(async () => ({
  default: (await import('#portal/features/form/transition-form.tsx')).TransitionForm,
}))

interface Props extends Pick<ActionProps, 'scope' | 'onChanged'> {
  readonly action: Action
  readonly form: FormModel
}

export function TransitionButton({ action, form, scope, onChanged }: Props) {
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
