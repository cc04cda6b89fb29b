// Owns what is said above a form: the page's notice about what was loaded, or why nothing may be written.
import type { Scope } from '../../shared/condition.ts'
import type { FormPage } from '../../shared/page-model.ts'
import { fill } from '../../shared/placeholder.ts'

export function FormNotice({ page, scope, item }: { page: FormPage; scope: Scope; item: unknown }) {
  if (!page.notice) return null
  return (
    <p className="eq-notice" role="status">
      {String(fill(page.notice, { ...scope, item }))}
    </p>
  )
}
