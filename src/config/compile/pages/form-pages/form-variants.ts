// Compiles the variants that a form page offers instead of its own form, such as signing in by text message.

import { checkDuplicates } from '#config/compile/common/duplicate-values.ts'
import { given } from '#config/compile/common/given.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import type { WrittenFormPage } from '#config/generated/written.ts'
import type { FormVariant } from '#shared/model/pages/form.ts'
import { checkSmsPurpose } from './check-sms-purpose.ts'
import { checkSubmission } from './check-submission-fields.ts'

type Written = NonNullable<WrittenFormPage['ways']>

/** `own`: the form of the page, which the first way asks where it names none. */
export function compileFormVariants(at: PagePlace, written: Written, own: string | undefined): FormVariant[] {
  const { forms, operations } = at.compilation
  const { problems } = at.context
  checkDuplicates(at, written)
  checkDuplicateVariants(at, written, own)
  return written.map(({ value, title, form: id, note, ...way }, index) => {
    const here = at.at(index)
    const form = id === undefined ? undefined : here.at('form').find('form', '表单', id, forms)
    const submit = compileSource(here.at('submit'), way.submit)
    const visit = compileSource(here.at('visit'), way.visit)
    if (visit) checkVisit(here.at('visit'), visit.operation)
    const before = problems.length
    if (form && submit) checkSubmission(here.at('submit'), form, way.submit)
    // A problem of the form itself is already reported with that form.
    if (form && submit && problems.length === before)
      checkSmsPurpose(at.context, form, operations.get(submit.operation))
    if (index > 0 && !visit && (id === undefined || !way.submit)) here.report('way_incomplete', { title })
    return { value, title, ...given({ form, submit, visit, note }) }
  })
}

/** Two ways that ask the same, or lead to the same place, are one: the second was copied and left. */
function checkDuplicateVariants(at: PagePlace, written: Written, own: string | undefined): void {
  const toTarget = ({ form, visit }: Written[number], index: number) => ({
    form: form ?? (index === 0 && !visit ? own : undefined),
    visit: typeof visit === 'string' ? visit : visit?.operation,
  })
  const targets = written.map(toTarget)
  for (const [index, { title }] of written.entries())
    for (const key of ['form', 'visit'] as const) {
      const found = targets[index]?.[key]
      const earlier = targets.slice(0, index).findIndex((one) => one[key] === found)
      if (found === undefined || earlier < 0) continue
      at.at(index, key).report('way_twice', {
        found,
        title,
        other: written[earlier]?.title,
        same: key === 'form' ? '使用同一表单' : '转到同一地址',
        property: key,
      })
    }
}

/** It is asked for the address that the browser goes to. */
function checkVisit(at: PagePlace, id: string): void {
  const { operations } = at.compilation
  const right = [...operations.values()].filter(
    ({ method, result }) => method === 'GET' && Object.hasOwn((result?.properties ?? {}) as object, 'url'),
  )
  at.expect(
    right.map((one) => one.id),
    id,
    'visit_url',
  )
}
