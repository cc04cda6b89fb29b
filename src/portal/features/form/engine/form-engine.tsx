// Draws any compiled form from its first field to its submission, independent of page and server.
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type FormScope, FormScopeContext, type InputGuard } from '#portal/core/form-state/form-scope.ts'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import type { LoadedForm } from '#portal/core/form-state/loaded-form.ts'
import { hasInnerFields } from '#portal/core/form-state/visible-errors.ts'
import { Button } from '#portal/ui/button.tsx'
import { keepsRules, rulesOf } from '#shared/validation/form-rules.ts'
import type { FormData, FormUser } from '#shared/validation/visible-fields.ts'
import { Review } from './answer-review.tsx'
import { subscribeToAll } from './computed-values.tsx'
import { ErrorSummary, FieldCommentSummary } from './error-summary.tsx'
import { type FieldCommentSet, FieldNotesContext, NO_NOTES } from './field-comments.ts'
import { fieldId, focusControl } from './field-layout.ts'
import { FormSections } from './form-sections.tsx'
import { FormElement, isLong } from './form-step-fields.tsx'
import type { FormStepHistory } from './form-step-history.ts'
import { FormStepTrail } from './form-step-trail.tsx'
import { findVisibleSteps } from './form-steps.ts'
import { useFormFlow } from './use-form-flow.ts'
import { type Undo, useUndo } from './use-undo.ts'

/** Who fills in a form step by step needs none. */
const FormContents = lazy(async () => ({ default: (await import('./form-contents.tsx')).FormContents }))

interface Props {
  readonly form: LoadedForm
  /** A store of the caller's, who wants to watch it; otherwise one is made of `initial` and `user`. */
  readonly store?: FormStore
  readonly initial?: FormData
  readonly user?: FormUser
  /** True if the answers are reviewed before submission; by default true for several form steps. */
  readonly review?: boolean
  /** True if all steps stand on one page, below each other, with the buttons always in sight. */
  readonly isOnePage?: boolean
  /** The item before the change: the review shows the differences from it. */
  readonly before?: FormData | null
  /** The field comments with which the item was sent back. */
  readonly commentSet?: FieldCommentSet | undefined
  /** The answers that the account's registration prefilled, which are noted at the fields. */
  readonly prefill?: FormData
  readonly submitLabel?: string
  /** True if what is shown at the fields are warnings, which submitting once more passes. */
  readonly isWarned?: boolean
  /** True if the action of the last button cannot be undone. */
  readonly isDanger?: boolean
  /** Resolves when the form was taken; a rejection with `errors` is shown on the fields. */
  readonly onSubmit: (body: Record<string, unknown>) => Promise<unknown>
  /** Called after a step was found right. */
  readonly onStep?: () => void
  /** Stands before the last button, such as the agreement. */
  readonly consent?: ReactNode
  readonly refuse?: () => string | undefined
  readonly aside?: ReactNode
  /** Lets the browser's back lead through the steps. */
  readonly history?: FormStepHistory
  /** Number of the step to begin with. */
  readonly begin?: number
  /** Hears which step is shown; one more than there are is the check of the answers. */
  readonly onShow?: (step: number) => void
}

type Guards = Set<InputGuard>

function createFormScope(store: FormStore, guards: Guards): FormScope {
  return {
    guard: (check) => {
      guards.add(check)
      return () => guards.delete(check)
    },
    form: store.form.id,
    read: (name) => store.leaf(name).value,
    write: store.fill,
    subscribe: (name, listener) => store.subscribe(name, listener),
    onRefused: store.onRefused,
    fits: (id, value) => {
      const name = store.form.fields.find((field) => fieldId(store.form.id, field.name) === id)?.name
      return name === undefined || keepsRules(rulesOf(store.form.schema), store.body(), name, value)
    },
  }
}

export function FormEngine(props: Props) {
  const {
    form,
    isOnePage = false,
    review = form.steps.length > 1,
    isWarned = false,
    consent,
    aside,
    commentSet = NO_NOTES,
    prefill = NO_NOTES.prefill,
  } = props
  const [own] = useState(() => props.store ?? new FormStore(form, props.initial, props.user))
  const store = props.store ?? own
  const submitLabel = isWarned ? '核对无误，仍然提交' : (props.submitLabel ?? '提交')
  useHidden(store)
  const notes = useMemo(() => ({ ...commentSet, prefill }), [commentSet, prefill])
  const [guards] = useState<Guards>(() => new Set())
  const formScope = useMemo(() => createFormScope(store, guards), [store, guards])
  const flow = useFormFlow({
    store,
    review,
    isOnePage,
    onSubmit: props.onSubmit,
    onStep: props.onStep,
    refuse: props.refuse,
    history: props.history,
    begin: props.begin,
    onShow: props.onShow,
    prove: () =>
      guards.size === 0
        ? null
        : Promise.all([...guards].map((check) => check())).then((found) =>
            found.filter((error) => error !== null),
          ),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const message = useRef<HTMLParagraphElement>(null)
  const { on, turn } = flow.focus
  useEffect(() => {
    if (turn === 0) return
    const target = { heading, summary, message }[on ?? 'heading'].current
    target?.focus()
    target?.scrollIntoView?.({ block: on === 'heading' ? 'start' : 'center' })
  }, [on, turn])
  const step = flow.steps[flow.step]
  const names = useMemo(() => new Set(step?.fields), [step])
  const { steps, show } = flow
  const goTo = (field: string) => {
    show(field)
    // After the step that holds it is drawn, and has had the focus at its heading.
    setTimeout(() => focusControl(form.id, field), 60)
  }
  const undo = useUndo(store, show)
  const isLarge = steps.length > 1 || form.fields.some(hasInnerFields)
  const titles = [...flow.steps.map((entry) => entry.title), ...(review ? ['核对信息'] : [])]
  return (
    <FormScopeContext value={formScope}>
      <FieldNotesContext value={notes}>
        <FormElement
          className={isOnePage ? 'eq-form eq-form-one' : 'eq-form'}
          isForm={!isLong(step)}
          onKeyDown={undo.onKeyDown}
          onSubmit={(event) => {
            event.preventDefault()
            flow.advance()
          }}
        >
          {titles.length > 1 ? <FormStepTrail titles={titles} current={flow.step} onGo={flow.go} /> : null}
          {commentSet.fieldComments.length > 0 ? (
            <FieldCommentSummary store={store} commentSet={commentSet} onGo={goTo} />
          ) : null}
          {flow.focus.on === 'summary' ? (
            <ErrorSummary ref={summary} store={store} names={names} isWarned={isWarned} />
          ) : null}
          {titles.length > 1 ? (
            <h2 ref={heading} tabIndex={-1} className="eq-step-title">
              {titles[flow.step]}
            </h2>
          ) : null}
          {step?.description ? <p className="eq-help">{step.description}</p> : null}
          {isOnePage ? (
            <Suspense>
              <FormContents store={store} steps={findVisibleSteps(store)} onGo={goTo} />
            </Suspense>
          ) : null}
          {step ? (
            <FormSections
              store={store}
              steps={isOnePage ? findVisibleSteps(store) : [step]}
              isLong={isLong(step)}
              hasHeadings={isOnePage && form.steps.length > 1}
              disabled={flow.isBusy}
            />
          ) : (
            <Review store={store} steps={flow.steps} before={props.before ?? null} onChange={flow.go} />
          )}
          <FormElement className="eq-form-end" isForm={isLong(step)}>
            {flow.isLast ? consent : null}
            {flow.message ? (
              <p ref={message} tabIndex={-1} role="alert" className="eq-form-message">
                {flow.message}
              </p>
            ) : null}
            <div className="eq-form-actions">
              {flow.step > 0 && !flow.isReturning ? <Button onClick={flow.back}>上一步</Button> : null}
              <Button
                type="submit"
                look={flow.isLast && props.isDanger ? 'danger' : 'primary'}
                busy={flow.isBusy}
              >
                {flow.isLast
                  ? submitLabel
                  : flow.isReturning
                    ? review
                      ? '保存并返回核对'
                      : '保存并返回提交'
                    : '下一步'}
              </Button>
              {aside}
            </div>
            {isLarge ? <UndoButtons {...undo} /> : null}
          </FormElement>
        </FormElement>
      </FieldNotesContext>
    </FormScopeContext>
  )
}

function UndoButtons({ canUndo, canRedo, message, undo, redo }: Undo) {
  return (
    <div className="eq-undo">
      {canUndo || canRedo ? (
        <>
          <Button look="text" disabled={!canUndo} onClick={undo}>
            撤销
          </Button>
          <Button look="text" disabled={!canRedo} onClick={redo}>
            重做
          </Button>
        </>
      ) : null}
      <span role="status" className="eq-muted">
        {message}
      </span>
    </div>
  )
}

/** A text that changes exactly when the set of hidden fields does. */
function useHidden(store: FormStore): string {
  const names = Object.keys(store.form.conditions)
  const subscribe = useCallback(
    (listener: () => void) => subscribeToAll(store, Object.keys(store.form.conditions), listener),
    [store],
  )
  return useSyncExternalStore(subscribe, () => names.filter(store.isHidden).join(' '))
}
