// Owns the links below a form, such as to a forgotten password.
import type { Scope } from '../../shared/condition.ts'
import type { FormPage } from '../../shared/pages/form.ts'
import { AppLink } from '../ui/app-link.tsx'

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
