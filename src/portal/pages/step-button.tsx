// Owns the button of a step that asks for a form, which opens in a dialog.
import { lazy, Suspense, useState } from 'react'
import type { FormModel } from '../../shared/content-model.ts'
import type { Action } from '../../shared/page-model.ts'
import { fillParams } from '../../shared/placeholder.ts'
import type { FormUser } from '../../shared/validation/visible.ts'
import { post } from '../api/client.ts'
import { revalidateAll } from '../api/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { toRead } from '../widgets/to-read.ts'
import type { Item } from '../widgets/widget-props.ts'
import type { ActionProps } from './action-props.ts'
import { ClaimChoice, firstChoice } from './claim-choice.tsx'
import { questionOf, seenOf } from './confirmed-button.tsx'

const StepForm = lazy(async () => ({ default: (await import('../forms/step-form.tsx')).StepForm }))

interface Props extends Pick<ActionProps, 'scope' | 'onChanged'> {
  readonly action: Action
  readonly form: FormModel
}

export function StepButton({ action, form, scope, onChanged }: Props) {
  const [asking, setAsking] = useState(false)
  const { label, source, claim } = action
  const [chosen, setChosen] = useState(() => firstChoice(action))
  const close = () => setAsking(false)
  const submit = async (answers: Readonly<Record<string, unknown>>) => {
    const call = source && toRead(source, scope)
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
    // What the change took off the page is not read again.
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
        {claim ? <ClaimChoice claim={claim} chosen={chosen} onChoose={setChosen} /> : null}
        <Suspense fallback={<Skeleton lines={4} />}>
          <StepForm
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
