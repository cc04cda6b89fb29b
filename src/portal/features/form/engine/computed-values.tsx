// Draws the values computed from a form step's answers during entry; the server computes its own.
import { useCallback, useSyncExternalStore } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { evaluate, fieldsRead, type Value } from '#shared/expressions/expression.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Field, FormStep } from '#shared/model/content-model.ts'

interface Props {
  readonly store: FormStore
  readonly step: FormStep
}

export function ComputedValues({ store, step }: Props) {
  const shown = (store.form.computed ?? []).filter(({ computed }) =>
    computed === undefined ? false : [...fieldsRead(computed)].some((name) => step.fields.includes(name)),
  )
  if (shown.length === 0) return null
  return (
    <dl className="eq-form-computed" aria-live="polite">
      {shown.map((field) => (
        <ComputedValue key={field.name} store={store} field={field} />
      ))}
    </dl>
  )
}

function ComputedValue({ store, field }: { readonly store: FormStore; readonly field: Field }) {
  const value = useComputed(store, field)
  return (
    <div>
      <dt>{field.title}</dt>
      <dd>
        {value === null ? '—' : typeof value === 'number' ? toFigure(value) : value}
        {value !== null && field.unit ? <small> {field.unit}</small> : null}
      </dd>
    </div>
  )
}

/** Hears of the answers to all fields of the names. */
export function subscribeToAll(store: FormStore, names: Iterable<string>, listener: () => void): () => void {
  const ends = [...names].map((name) => store.subscribe(name, listener))
  return () => {
    for (const end of ends) end()
  }
}

/** Redrawn when one of the answers it reads is another. */
function useComputed(store: FormStore, { computed }: Field): Value {
  const subscribe = useCallback(
    (listener: () => void) => subscribeToAll(store, fieldsRead(computed ?? 0), listener),
    [store, computed],
  )
  const read = () => {
    if (computed === undefined) return null
    const names = [...fieldsRead(computed)].filter((name) => !store.isHidden(name))
    const item = Object.fromEntries(names.map((name) => [name, store.leaf(name).value]))
    return evaluate(computed, { item, today: dayAt(Date.now()) })
  }
  return useSyncExternalStore(subscribe, read)
}
