// Draws the link that a page offers when the submission was refused for a certain reason.

import { ApiError } from '#portal/core/api/api-error.ts'
import { LinkButton } from '#portal/ui/app-link.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

interface Props {
  readonly page: FormPage
  readonly scope: Scope
  readonly error: unknown
}

export function RejectionLink({ page, scope, error }: Props) {
  if (!(error instanceof ApiError)) return null
  const refusal = page.refusals?.find(({ code }) => code === error.code)
  if (!refusal) return null
  return (
    <p className="eq-form-refused">
      <LinkButton link={refusal.link} scope={{ ...scope, item: error.data }} look="accent">
        {refusal.label}
      </LinkButton>
    </p>
  )
}
