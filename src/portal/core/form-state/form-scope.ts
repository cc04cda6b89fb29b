// Provides inputs with the form around them: its name, and the answers of other fields.
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { FieldError } from '#shared/calls/errors.ts'

/** Resolves with what is wrong with the field, null when nothing is. */
export type InputGuard = () => Promise<FieldError | null>

export interface FormScope {
  readonly form: string
  read(name: string): unknown
  write(name: string, value: unknown): void
  subscribe(name: string, listener: () => void): () => void
  /** Hears whenever handing in was refused. */
  onRefused(listener: () => void): () => void
  /** Returns true if the value would be valid for the field with that id, together with the present answers. */
  fits(id: string, value: unknown): boolean
  /** Asked before the step is left for the next one; what is wrong keeps the person here. */
  guard(check: InputGuard): () => void
}

/** Outside any form. */
export const NO_FORM: FormScope = {
  form: '',
  read: () => undefined,
  write: () => undefined,
  subscribe: () => () => undefined,
  onRefused: () => () => undefined,
  fits: () => true,
  guard: () => () => undefined,
}

export const FormScopeContext = createContext<FormScope>(NO_FORM)

export function useFormScope(): FormScope {
  return useContext(FormScopeContext)
}

/** Another field's answer, and again whenever it changes. */
export function useOtherAnswer(name: string): unknown {
  const formScope = useFormScope()
  const subscribe = useCallback(
    (listener: () => void) => formScope.subscribe(name, listener),
    [formScope, name],
  )
  return useSyncExternalStore(subscribe, () => formScope.read(name))
}
