// Compiles the variants that a form page offers instead of its own form, such as signing in by text message.

import { checkDuplicates } from '#config/compile/common/duplicate-values.ts'
import { given } from '#config/compile/common/given.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import type { WrittenFormPage } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import { placeAt } from '#config/load/place.ts'
import type { FormVariant } from '#shared/model/pages/form.ts'
import { checkSmsPurpose } from './check-sms-purpose.ts'
import { checkSubmission } from './check-submission-fields.ts'

type Written = NonNullable<WrittenFormPage['ways']>

/** `own`: the form of the page, which the first way asks where it names none. */
export function compileFormVariants(
  place: PageContext,
  written: Written,
  own: string | undefined,
): FormVariant[] {
  const { context, forms } = place.compilation
  checkDuplicates(placeAt(place, ['ways']), written)
  checkDuplicateVariants(place, written, own)
  return written.map(({ value, title, form: id, note, ...way }, index) => {
    const at = ['ways', index]
    const form =
      id === undefined ? undefined : placeAt(place, [...at, 'form']).find('form', '表单', id, forms)
    const submit = compileSource(place, [...at, 'submit'], way.submit)
    const visit = compileSource(place, [...at, 'visit'], way.visit)
    if (visit) checkVisit(place, [...at, 'visit'], visit.operation)
    const before = context.problems.length
    if (form && submit) checkSubmission(place, [...at, 'submit'], form, way.submit)
    // A problem of the form itself is already reported with that form.
    if (form && submit && context.problems.length === before)
      checkSmsPurpose(context, form, place.compilation.operations.get(submit.operation))
    if (index > 0 && !visit && (id === undefined || !way.submit))
      context.report(place.document, at, {
        slug: 'way_incomplete',
        message: `方式“${title}”应写 form 与 submit，或者 visit`,
      })
    return {
      value,
      title,
      ...given({ form, submit, visit, note }),
    }
  })
}

/** Two ways that ask the same, or lead to the same place, are one: the second was copied and left. */
function checkDuplicateVariants(
  { compilation, document }: PageContext,
  written: Written,
  own: string | undefined,
): void {
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
      compilation.context.report(document, ['ways', index, key], {
        slug: 'way_twice',
        message: `方式“${title}”与“${written[earlier]?.title}”${key === 'form' ? '使用同一表单' : '转到同一地址'}“${found}”，两者没有区别：请改写 ${key}，或去掉其一`,
        found,
      })
    }
}

/** It is asked for the address that the browser goes to. */
function checkVisit({ compilation, document }: PageContext, path: Path, id: string): void {
  const operation = compilation.operations.get(id)
  const answered = (operation?.result?.properties ?? {}) as object
  if (operation?.method === 'GET' && Object.hasOwn(answered, 'url')) return
  const right = [...compilation.operations.values()].filter(
    ({ method, result }) => method === 'GET' && Object.hasOwn((result?.properties ?? {}) as object, 'url'),
  )
  compilation.context.report(document, path, {
    slug: 'visit_url',
    message: `visit 须读取要访问的地址，“${id}”却不返回 url`,
    found: id,
    known: right.map((one) => one.id),
  })
}
