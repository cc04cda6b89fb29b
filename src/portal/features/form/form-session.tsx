// Runs one visit to a form: its store, draft, leave guard, submission and receipt.
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import type { LoadedForm } from '#portal/core/form-state/loaded-form.ts'
import { validatorAt } from '#portal/core/pages/validators.ts'
import { useUnsavedInput } from '#portal/core/session/unsaved-input.ts'
import { useOnce } from '#portal/core/state/once.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ReferredTitlesProvider, referredTitles } from '#portal/widgets/items/reference-titles.ts'
import { useParameterRead } from '#portal/widgets/items/use-parameter-set.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import { agreementTitle, agreementVersion } from '#shared/forms/agreement.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { chosenSet, parameterField } from '#shared/parameters/parameter-form.ts'
import type { FormData, FormUser } from '#shared/validation/visible-fields.ts'
import { DraftChoice } from './draft/draft-choice.tsx'
import { DraftNotice, DraftStatus, FormChangesNotice } from './draft/draft-notice.tsx'
import { type Draft, type DraftSlot, loadDraftStep, saveDraftStep } from './draft/draft-store.ts'
import { restoreDraft } from './draft/restore-draft.ts'
import { useDraft } from './draft/use-draft.ts'
import { currentAnswers, useLiveStore } from './draft/use-live-store.ts'
import { formatAnswersAsText } from './engine/answer-value.tsx'
import { findFieldComments } from './engine/field-comments.ts'
import { FormEngine } from './engine/form-engine.tsx'
import { FormStepHistory } from './engine/form-step-history.ts'
import { findStepToResume } from './engine/form-steps.ts'
import { LeaveDialog, useLeaveGuard } from './leave-dialog.tsx'
import { loadedFormWith, useLoadedForm } from './rjsf/loaded-form.ts'
import { useEarlierSubmission } from './submission/earlier-submission.ts'
import { Receipt, type SubmissionResult, storeReceipt } from './submission/receipt.tsx'
import {
  ConfirmDialog,
  Consent,
  EarlierSubmissionNotice,
  PreviewButton,
  type Question,
  RejectionLink,
} from './submission/submission-parts.tsx'
import type { ParentRevision } from './submission/use-submission.ts'
import { useSubmission } from './submission/use-submission.ts'
import type { LoadedItem } from './use-form-start.ts'

/** Loads when somebody else has saved meanwhile. */
const MergeChoice = lazy(async () => ({
  default: (await import('./submission/merge-choice.tsx')).MergeChoice,
}))

interface Props {
  readonly page: FormPage
  readonly scope: Scope
  readonly slot: DraftSlot
  readonly item: LoadedItem | null
  /** The item as it is public, when the form starts from a change that waits beside it. */
  readonly original: LoadedItem | null
  readonly draft: Draft | null
  /** The item as it was when the draft was begun, where it has changed since and that can be read. */
  readonly draftBase: LoadedItem | null
  readonly prefill: Readonly<Record<string, unknown>>
  /** The revision of the parent, if the answers decide about the parent. */
  readonly above?: ParentRevision | undefined
  /** Takes the answer instead of a receipt, as signing in does. */
  readonly onTaken?: ((answer: SubmissionResult) => void) | undefined
  /** Instead of the form its receipt is shown; the number by which it is kept, null where it is not. */
  readonly onEnd: (receipt: string | null) => void
}

function isOwn(item: LoadedItem | null): boolean {
  return Array.isArray(item?.relations) && item.relations.includes('owner')
}

/** Returns the label for submitting again an item that was sent back to its owner. */
function againLabel({ again }: FormPage, item: LoadedItem | null): string | undefined {
  return isOwn(item) ? again?.[String(item?.status)] : undefined
}

function defaultLabel({ then, surface, update }: FormPage): string {
  if (then === 'sign-in') return '登录'
  return surface === 'console' && update ? '保存' : '提交'
}

/** Returns true if the draft comes with changes or a notice to be read first. */
function isOlder(form: FormModel, draft: Draft): boolean {
  const { changes, notice } = restoreDraft(form, draft)
  return changes.length > 0 || notice !== undefined
}

export function FormSession(props: Props) {
  const { form, error, retry } = useLoadedForm(props.page.form)
  const failed = error === undefined ? null : <Failed error={error} retry={retry} />
  if (!form) return failed ?? <Skeleton lines={8} />
  return (
    <>
      {failed}
      <FillIn {...props} loaded={form} />
    </>
  )
}

interface FillInProps extends Props {
  readonly loaded: LoadedForm
}

function FillIn({ page: written, loaded, scope, slot, item, draft, prefill, ...props }: FillInProps) {
  const { original, draftBase, onTaken, onEnd, above } = props
  const { form, watch, failed } = useCategoryForm(loaded, item ?? draft?.data ?? scope.query)
  const page = useMemo(() => ({ ...written, form }), [written, form])
  const user = scope.user as FormUser
  const live = useLiveStore(page, loaded, item, scope.query, user, prefill)
  const { store } = live
  // biome-ignore lint/correctness/useExhaustiveDependencies: another store is another subscription, nothing else is
  useEffect(() => watch(store), [store])
  const before = useMemo(() => currentAnswers(page, original, user), [page, original, user])
  const commentSet = useMemo(
    () => ({ fieldComments: findFieldComments(item), answers: currentAnswers(page, item, user) ?? {} }),
    [page, item, user],
  )
  const titles = useMemo(() => referredTitles(item, original), [item, original])
  const [found, setFound] = useState(draft)
  const [notice, setNotice] = useState<string>()
  const [since, setSince] = useState<readonly string[]>([])
  const [taken, setTaken] = useState<SubmissionResult | null>(null)
  const [isAgreed, setAgreed] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [history] = useState(() => new FormStepHistory())
  const [begin, setBegin] = useState(0)
  const submission = useSubmission(page, scope, item, above)
  const revision = item?.id === undefined ? undefined : submission.base?.revision
  const keeper = useDraft(store, slot, page.draft && !found, live.extras, draft, revision)
  const guard = useLeaveGuard(() => store.dirty && !taken && page.then !== 'sign-in')
  useUnsavedInput(() => (taken || page.then === 'sign-in' ? '' : formatAnswersAsText(store)))
  const earlier = useEarlierSubmission(page, store, scope)

  const [question, setQuestion] = useState<Question | null>(null)
  /** Resolves with whether the person wants it; then it is said that it runs. */
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const answer = (isConfirmed: boolean) => {
        setQuestion(isConfirmed ? { answer, isRunning: true } : null)
        resolve(isConfirmed)
      }
      setQuestion({ answer, isRunning: false })
    })

  const submit = async (body: Record<string, unknown>) => {
    const consent = form.agreement ? { agreement: agreementVersion(form.agreement) } : {}
    setRefusal(null)
    if (page.confirm && !(await ask())) return
    const given = await submission
      .submit({ ...body, ...consent })
      .catch((error: unknown) => {
        setRefusal(error)
        throw error
      })
      .finally(() => setQuestion(null))
    if (!given) return toast.error('内容已有更新的版本，请在表单上方合并后提交')
    const answer = isOwn(item) ? { ...given, isOwnEdit: true, from: String(item?.status ?? '') } : given
    await keeper.clear()
    if (onTaken) return onTaken(answer)
    await history.leave()
    const number = page.receipt.facts ? null : storeReceipt(page.id, answer)
    setTaken(answer)
    onEnd(number)
  }

  if (taken) return <Receipt page={page} result={taken} scope={scope} />
  if (found)
    return (
      <DraftNotice
        draft={found}
        isOlderForm={isOlder(form, found)}
        isOlderItem={found.base !== undefined && found.base !== item?.revision}
        onResume={() => {
          const { data, unasked, changes, notice: words } = restoreDraft(form, found)
          live.setExtras({ unasked, outline: found.outline ?? {} })
          setSince(changes)
          store.replace(data)
          store.settle()
          if (found.base !== undefined) submission.resume(found.base, draftBase)
          setNotice(words)
          setBegin(findStepToResume(store, loadDraftStep(slot)))
          setFound(null)
        }}
        onRestart={() => {
          keeper.restart()
          setFound(null)
        }}
      />
    )
  const { newer, isResumed } = submission
  // Who works in the console sees the whole form; applicants are led through it.
  const isOnePage = page.surface === 'console' && !page.review
  const changes = [...new Set([...since, ...live.changes])]
  const merge = (taken: FormData) => {
    store.replace({ ...store.data(), ...taken })
    submission.accept()
    if (isResumed) return toast.success('内容已合并，请继续填写')
    // The parameters of another category are asked first.
    const category = parameterField(loaded.fields)?.parameters.by
    if (category !== undefined && Object.hasOwn(taken, category))
      return toast.success('内容已合并，请核对后提交')
    if (!store.validate()) return toast.error('合并后的内容有误，请修改后提交')
    submit(store.body()).catch((error: { message?: string; errors?: readonly FieldError[] }) => {
      store.refuse(error.errors ?? [])
      toast.error(error.message ?? '提交失败，请稍后重试')
    })
  }
  const keepOrAsk = async () => {
    const isKept = await keeper.save()
    if (!isKept) keeper.ask()
    return isKept
  }
  return (
    <ReferredTitlesProvider value={titles}>
      {newer ? (
        <Suspense>
          <MergeChoice
            key={newer.revision}
            store={store}
            page={page}
            user={user}
            base={submission.base}
            isBaseKnown={submission.isBaseKnown}
            newer={newer}
            label={isResumed ? '合并并继续填写' : '合并并提交'}
            isVersioned={original?.versioned === true}
            onMerge={merge}
          />
        </Suspense>
      ) : null}
      <DraftChoice
        store={store}
        keeper={keeper}
        onTake={(other, extras) => {
          live.setExtras(extras)
          setSince(other.changes)
          setNotice(other.notice)
        }}
      />
      {changes.length > 0 ? (
        <FormChangesNotice
          changes={changes}
          onClose={() => {
            setSince([])
            live.close()
          }}
        />
      ) : null}
      {notice ? (
        <p className="eq-notice" role="status">
          {notice}
        </p>
      ) : null}
      {earlier ? <EarlierSubmissionNotice page={page} earlier={earlier} scope={scope} /> : null}
      {failed}
      <FormEngine
        key={form.id}
        form={form}
        store={store}
        review={page.review}
        isOnePage={isOnePage}
        before={before}
        commentSet={commentSet}
        prefill={prefill}
        isWarned={submission.isWarned}
        submitLabel={againLabel(page, item) ?? page.submitLabel ?? defaultLabel(page)}
        isDanger={page.confirm !== undefined}
        onSubmit={submit}
        onStep={() => void keeper.save()}
        onShow={(step) => {
          if (page.draft) saveDraftStep(slot, step)
        }}
        history={history}
        begin={isOnePage ? 0 : begin}
        consent={
          form.agreement ? (
            <Consent agreement={form.agreement} isGiven={isAgreed} onChange={setAgreed} />
          ) : null
        }
        refuse={() =>
          form.agreement && !isAgreed ? `请先阅读并同意${agreementTitle(form.agreement)}` : undefined
        }
        aside={
          <>
            {page.preview ? <PreviewButton preview={page.preview} store={store} /> : null}
            {page.draft ? (
              <DraftStatus state={keeper.state} keptAt={keeper.keptAt} onAsk={keeper.ask} />
            ) : null}
          </>
        }
      />
      {page.confirm ? (
        <ConfirmDialog confirm={page.confirm} label={page.submitLabel ?? page.title} question={question} />
      ) : null}
      <RejectionLink page={page} scope={scope} error={refusal} />
      <LeaveDialog guard={guard} onSave={page.draft ? keepOrAsk : undefined} />
    </ReferredTitlesProvider>
  )
}

/**
 * The form with the parameters of the category that the store's answers name. `initial` are the answers that the form
 * begins with; `watch` follows the category in a store.
 */
function useCategoryForm(written: LoadedForm, initial: unknown) {
  const field = parameterField(written.fields)
  const [chosen, setChosen] = useState(() => (field ? chosenSet(field, initial) : undefined))
  const { set, hasFailed, retry } = useParameterRead(field?.parameters.family, chosen)
  const module = useOnce(set?.validatorUrl === undefined ? null : validatorAt(set.validatorUrl))
  const watch = (store: FormStore) => {
    if (!field) return undefined
    const read = () => setChosen(chosenSet(field, store.data()))
    read()
    return store.subscribe(field.parameters.by, read)
  }
  const again = hasFailed ? retry : module.error === undefined ? undefined : module.retry
  return {
    form: set && module.value ? loadedFormWith(written)(set)(module.value) : written,
    watch,
    failed: again ? (
      <Failed message={`${field?.title}加载失败，已填写的内容不会丢失，请检查网络后重试`} retry={again} />
    ) : null,
  }
}
