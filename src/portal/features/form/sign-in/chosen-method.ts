// Chooses the method of a form page with several methods, such as sign-in by password or by SMS code.
import type { FormPage, FormVariant } from '#shared/model/pages/form.ts'

/** The page as the method sees it; the first method is the page itself. */
export function findChosenMethod(
  page: FormPage,
  value: string | undefined,
): { page: FormPage; way: FormVariant | undefined } {
  const way = page.ways?.find((candidate) => candidate.value === value) ?? page.ways?.[0]
  if (!way?.form || !way.submit) return { page, way }
  const review = way.form.steps.length > 1
  return { page: { ...page, form: way.form, submit: way.submit, review }, way }
}
