// Adds the parameters of the chosen category to the form of a page; they are read when the category is chosen.
import { useEffect, useState } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { useParameterSet } from '#portal/widgets/items/use-parameter-set.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { chosenSet, formWith, parameterField } from '#shared/parameters/parameter-form.ts'

export interface CategoryForm {
  readonly form: FormModel
  /** Follows the category that the store's answers name. */
  watch(store: FormStore): () => void
}

/** `initial` are the answers that the form begins with. */
export function useCategoryForm(written: FormModel, initial: unknown): CategoryForm {
  const field = parameterField(written.fields)
  const [chosen, setChosen] = useState(() => (field ? chosenSet(field, initial) : undefined))
  const set = useParameterSet(field?.parameters.family, chosen)
  const watch = (store: FormStore): (() => void) => {
    if (!field) return () => undefined
    const read = () => setChosen(chosenSet(field, store.data()))
    read()
    return store.subscribe(field.parameters.by, read)
  }
  return { form: formWith(written, set), watch }
}

export function useWatchedStore(store: FormStore, { watch }: CategoryForm): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another store is another subscription, nothing else is
  useEffect(() => watch(store), [store])
}
