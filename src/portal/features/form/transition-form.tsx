// Draws the form of an item's transition: its draft and its submission.
import { useState } from 'react'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import type { LoadedForm } from '#portal/core/form-state/loaded-form.ts'
import { useUnsavedInput } from '#portal/core/session/unsaved-input.ts'
import { Button } from '#portal/ui/button.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { FormModel } from '#shared/model/content-model.ts'
import type { FormUser } from '#shared/validation/visible-fields.ts'
import { DraftChoice } from './draft/draft-choice.tsx'
import { DraftStatus, FormChangesNotice } from './draft/draft-notice.tsx'
import { type Draft, type DraftSlot, loadDraft } from './draft/draft-store.ts'
import { restoreDraft } from './draft/restore-draft.ts'
import { useDraft } from './draft/use-draft.ts'
import { formatAnswersAsText } from './engine/answer-value.tsx'
import { FormEngine } from './engine/form-engine.tsx'
import { useLoadedForm } from './rjsf/loaded-form.ts'
import './forms.css'

interface Props {
  readonly form: FormModel
  readonly itemId: string
  readonly user: FormUser
  readonly submitLabel: string
  /** Rejects with what the server refused. */
  readonly onSubmit: (answers: Readonly<Record<string, unknown>>) => Promise<void>
  readonly onDone: () => void
  readonly onClose: () => void
}

export function TransitionForm(props: Props) {
  const { form, itemId, user } = props
  const slot = { form: form.id, key: itemId, owner: user.id ?? null }
  const { value: draft } = useLoaded(() => loadDraft(slot).catch(() => null), [form.id, itemId, slot.owner])
  const { form: loaded, error, retry } = useLoadedForm(form)
  if (error !== undefined && !loaded) return <Failed error={error} retry={retry} />
  if (draft === undefined || !loaded) return <Skeleton lines={4} />
  return <FillIn {...props} form={loaded} draft={draft} slot={slot} />
}

interface FillInProps extends Props {
  readonly form: LoadedForm
  readonly draft: Draft | null
  readonly slot: DraftSlot
}

function FillIn({ form, user, draft, slot, submitLabel, onSubmit, onDone, onClose }: FillInProps) {
  const [taken] = useState(() => draft && restoreDraft(form, draft))
  const [store] = useState(() => new FormStore(form, taken?.data, user))
  const [changes, setChanges] = useState(taken?.changes ?? [])
  const [extras, setExtras] = useState(() => ({
    unasked: taken?.unasked ?? {},
    outline: draft?.outline ?? {},
  }))
  const keeper = useDraft(store, slot, true, extras, draft)
  useUnsavedInput(() => formatAnswersAsText(store))
  return (
    <>
      {taken ? (
        <p className="eq-help eq-step-note">{taken.notice ?? '已恢复上次填写而未提交的内容。'}</p>
      ) : null}
      <DraftChoice
        store={store}
        keeper={keeper}
        onTake={(other, unasked) => {
          setExtras(unasked)
          setChanges(other.changes)
        }}
      />
      {changes.length > 0 ? <FormChangesNotice changes={changes} onClose={() => setChanges([])} /> : null}
      <FormEngine
        form={store.form}
        store={store}
        review={false}
        submitLabel={submitLabel}
        onSubmit={async (answers) => {
          await onSubmit(answers)
          await keeper.clear()
          onDone()
        }}
        aside={
          <>
            <Button onClick={onClose}>取消</Button>
            {keeper.newer ? (
              <DraftStatus state={keeper.state} keptAt={keeper.keptAt} onAsk={keeper.ask} />
            ) : null}
          </>
        }
      />
    </>
  )
}
