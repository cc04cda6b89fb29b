// Owns what a form of an edit takes over from the lifecycle: its button, and its receipt, by the state of the item.
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

/** What the lifecycle says after an edit, by the state it leaves the item in. */
export function toSavedMessages(lifecycle: Lifecycle | undefined): Pick<FormPage['receipt'], 'saved'> {
  const messages = Object.entries(lifecycle?.states ?? {}).flatMap(([name, { saved, edited }]) =>
    saved ? [[name, { ...saved, ...(edited ? { waiting: true } : {}) }] as const] : [],
  )
  return messages.length > 0 ? { saved: Object.fromEntries(messages) } : {}
}

/** What the lifecycle says after an edit handed an item in, by the state that it was in before. */
export function toSubmittedMessages(
  lifecycle: Lifecycle | undefined,
): Pick<FormPage['receipt'], 'submitted'> {
  const messages = Object.entries(lifecycle?.states ?? {}).flatMap(([name, { submitted }]) =>
    submitted ? [[name, submitted] as const] : [],
  )
  return messages.length > 0 ? { submitted: Object.fromEntries(messages) } : {}
}

/** The states whose items an edit hands in again, each with the title of the step. */
export function handingInAgain(lifecycle: Lifecycle | undefined): Pick<FormPage, 'again'> {
  const steps = (lifecycle?.transitions ?? []).filter(({ afterEdit }) => afterEdit)
  const titles = steps.flatMap(({ from, title }) => from.map((state) => [state, title] as const))
  return titles.length > 0 ? { again: Object.fromEntries(titles) } : {}
}
