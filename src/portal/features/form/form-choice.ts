// Chooses the form of a page whose loaded item names its form.
import type { FormPage } from '#shared/model/pages/form.ts'
import type { LoadedItem } from './use-form-start.ts'

interface Chosen {
  readonly page: FormPage
  /** The initial values of the form. */
  readonly item: LoadedItem | null
}

export function chooseForm(page: FormPage, item: LoadedItem | null): Chosen {
  const { choice } = page
  if (!choice || !item) return { page, item }
  const form = choice.forms.find(({ id }) => id === item[choice.by]) ?? page.form
  const values = item[choice.values]
  // A value that is not an object contains no answers.
  const given = typeof values === 'object' && values !== null ? { ...values } : {}
  return { page: { ...page, form, review: form.steps.length > 1 }, item: given }
}
