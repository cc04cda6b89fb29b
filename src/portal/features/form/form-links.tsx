// Draws the links below a form, such as to a forgotten password.

import { AppLink } from '#portal/ui/app-link.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

export function FormLinks({ page, scope }: { readonly page: FormPage; readonly scope: Scope }) {
  if (!page.links?.length) return null
  return (
    <ul className="eq-form-links">
      {page.links.map(({ label, link }) => (
        <li key={label}>
          <AppLink link={link} scope={scope}>
            {label}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
