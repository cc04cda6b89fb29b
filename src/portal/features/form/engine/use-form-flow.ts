// Controls the flow of a form: the visible form step, next and back, submission, refused answers.
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import type { FormStepHistory } from './form-step-history.ts'
import { findFirstInvalidStep, findVisibleSteps, toOneStep } from './form-steps.ts'

interface Options {
  readonly store: FormStore
  readonly review: boolean
  /** True if all steps stand on one page. */
  readonly isOnePage: boolean
  readonly onSubmit: (body: Record<string, unknown>) => Promise<unknown>
  readonly onStep?: (() => void) | undefined
  /** Words to refuse handing in with, such as an agreement not ticked. */
  readonly refuse?: (() => string | undefined) | undefined
  /** Proves what a step holds, such as a code, before it is left: what is wrong with it; null where nothing is to prove. */
  readonly prove?: (() => Promise<readonly FieldError[]> | null) | undefined
  /** Records the moves between form steps; without it the browser's back leaves the form. */
  readonly history?: FormStepHistory | undefined
  /** Number of the step to begin with; one more than there are is the check of the answers. */
  readonly begin?: number | undefined
  /** Hears which step is shown. */
  readonly onShow?: ((step: number) => void) | undefined
}

/** The target of the focus after the next render. */
type FocusTarget = 'heading' | 'summary' | 'message' | null

interface FlowState {
  readonly step: number
  readonly isReturning: boolean
  readonly isBusy: boolean
  readonly message: string | undefined
  /** Grows with every move, so that the focus follows even to the same place. */
  readonly focus: { readonly on: FocusTarget; readonly turn: number }
}

const START: FlowState = {
  step: 0,
  isReturning: false,
  isBusy: false,
  message: undefined,
  focus: { on: null, turn: 0 },
}

/** A refusal may ask for fields that were hidden so far, such as a captcha: `{ "captcha": true }`. */
function demandedBy(data: unknown): readonly string[] {
  return Object.entries(data ?? {}).flatMap(([name, value]) => (value === true ? [name] : []))
}

export function useFormFlow(options: Options) {
  const { store, review, isOnePage, onSubmit, onStep, refuse, prove, history, begin = 0, onShow } = options
  const [state, setState] = useState<FlowState>(() => ({ ...START, step: begin }))
  const busy = useRef(false)
  const findSteps = () => {
    const inSight = findVisibleSteps(store)
    return isOnePage ? [toOneStep(inSight)] : inSight
  }
  const steps = findSteps()
  const last = review ? steps.length : steps.length - 1
  const step = Math.min(state.step, last)
  const isReviewing = review && step === steps.length

  const show = useRef(onShow)
  show.current = onShow
  useEffect(() => {
    show.current?.(step)
  }, [step])

  const move = (change: Partial<FlowState>, on: FocusTarget) => {
    setState((before) => ({
      ...before,
      message: undefined,
      ...change,
      focus: { on, turn: before.focus.turn + 1 },
    }))
    if (change.step !== undefined)
      history?.go({ step: change.step, isReturning: change.isReturning ?? state.isReturning })
  }

  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    for (let passed = 1; passed <= begin; passed += 1) history?.go({ step: passed, isReturning: false })
  }, [history, begin])
  useEffect(
    () =>
      history?.listen((spot) =>
        setState((before) => ({
          ...before,
          ...spot,
          message: undefined,
          focus: { on: 'heading', turn: before.focus.turn + 1 },
        })),
      ),
    [history],
  )

  const hasWrong = (names?: readonly string[]) => !store.validate(names)

  /** After the correction of a refused answer the way leads straight back to where it was refused. */
  const correct = (wrong: number) =>
    move({ step: wrong, isReturning: wrong !== last, isBusy: false }, 'summary')

  const submit = async () => {
    if (hasWrong()) return correct(Math.max(0, findFirstInvalidStep(store, findSteps())))
    const refusal = refuse?.()
    if (refusal) return move({ message: refusal }, 'message')
    if (busy.current) return
    busy.current = true
    setState((before) => ({ ...before, isBusy: true, message: undefined }))
    try {
      await onSubmit(store.body())
      setState((before) => ({ ...before, isBusy: false }))
    } catch (error) {
      const { message, errors } = error as { message?: string; errors?: readonly FieldError[] }
      store.refuse(errors ?? [], error instanceof ApiError ? demandedBy(error.data) : [])
      const wrong = findFirstInvalidStep(store, findSteps())
      if (wrong >= 0) correct(wrong)
      else
        move(
          { isBusy: false, message: message || '提交失败，请稍后重试' },
          errors?.length ? 'summary' : 'message',
        )
    } finally {
      busy.current = false
    }
  }

  const onward = () => {
    onStep?.()
    // The last answers may have shown or hidden form steps; other refused answers come before returning to the
    // review.
    const inSight = findSteps()
    const wrong = state.isReturning ? findFirstInvalidStep(store, inSight) : -1
    if (wrong >= 0) return correct(wrong)
    const end = review ? inSight.length : inSight.length - 1
    const next = state.isReturning ? end : Math.min(step + 1, end)
    move({ step: next, isReturning: false, isBusy: false }, 'heading')
  }

  const proveFirst = async (proving: Promise<readonly FieldError[]>) => {
    if (busy.current) return
    busy.current = true
    setState((before) => ({ ...before, isBusy: true }))
    const errors = await proving
    busy.current = false
    if (errors.length === 0) return onward()
    store.refuse(errors)
    move({ isBusy: false }, 'summary')
  }

  return {
    ...state,
    steps,
    /** Equals the number of steps while the answers are checked. */
    step,
    isReviewing,
    isLast: step === last,
    // A user who has reached the review returns straight to it, however they left it.
    go: (to: number) => move({ step: to, isReturning: isReviewing || state.isReturning }, 'heading'),
    back: () => move({ step: step - 1, isReturning: false }, 'heading'),
    /** Brings the step of the field into sight; the focus stays where it is in the step that is shown. */
    show(field: string) {
      const holder = findSteps().findIndex(({ fields }) => fields.includes(field))
      if (holder >= 0 && holder !== step)
        move({ step: holder, isReturning: isReviewing || state.isReturning }, 'heading')
    },
    advance() {
      if (step === last) return void submit()
      const names = steps[step]?.fields ?? []
      if (hasWrong(names)) return move({}, 'summary')
      const proving = prove?.()
      if (proving) void proveFirst(proving)
      else onward()
    },
  }
}
