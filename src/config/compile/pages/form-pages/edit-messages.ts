// Compiles the button and receipt of an edit form from the lifecycle, by the state of the item.
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

/** Returns the lifecycle's messages after an edit, by the state in which it leaves the item. */
export function toSavedMessages(lifecycle: Lifecycle | undefined): Pick<FormPage['receipt'], 'saved'> {
  const messages = Object.entries(lifecycle?.states ?? {}).flatMap(([name, { saved, edited }]) =>
    saved ? [[name, { ...saved, ...(edited ? { waiting: true } : {}) }] as const] : [],
  )
  return messages.length > 0 ? { saved: Object.fromEntries(messages) } : {}
}

/** Returns the lifecycle's messages after an edit that submitted the item, by the state before it. */
export function toSubmittedMessages(
  lifecycle: Lifecycle | undefined,
): Pick<FormPage['receipt'], 'submitted'> {
  const messages = Object.entries(lifecycle?.states ?? {}).flatMap(([name, { submitted }]) =>
    submitted ? [[name, submitted] as const] : [],
  )
  return messages.length > 0 ? { submitted: Object.fromEntries(messages) } : {}
}

/** Returns the states whose items an edit submits again, each with the title of the transition. */
export function handingInAgain(lifecycle: Lifecycle | undefined): Pick<FormPage, 'again'> {
  const steps = (lifecycle?.transitions ?? []).filter(({ afterEdit }) => afterEdit)
  const titles = steps.flatMap(({ from, title }) => from.map((state) => [state, title] as const))
  return titles.length > 0 ? { again: Object.fromEntries(titles) } : {}
}
