// Checks whether an address lacks a parameter that its page needs.
import type { Scope } from '#shared/expressions/condition.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

export function isIncompleteAddress(page: Pick<FormPage, 'params'>, { query, params }: Scope): boolean {
  const given = { ...(query as object), ...(params as object) } as Readonly<Record<string, unknown>>
  return Object.entries(page.params).some(([name, { required }]) => required && !given[name])
}
