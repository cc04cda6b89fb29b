// Owns the compilation of the ways that a form page offers instead of its own form, such as signing in by text message.
import type { FormWay } from '../../shared/pages/form.ts'
import type { Path } from '../document.ts'
import type { WrittenFormPage } from '../generated/written.ts'
import { checkCodePurpose } from '../rules/sms-purpose.ts'
import { checkTwins } from '../rules/twins.ts'
import { checkHandedIn } from './handed-in.ts'
import { compileSource, type Place } from './scope.ts'

export function compileWays(place: Place, written: NonNullable<WrittenFormPage['ways']>): FormWay[] {
  const { context, forms } = place.world
  checkTwins(context, place.document, ['ways'], written)
  return written.map(({ value, title, form: id, note, ...way }, index) => {
    const at = ['ways', index]
    const isKnown =
      id !== undefined && context.refers(place.document, [...at, 'form'], 'form', '表单', id, forms)
    const form = isKnown ? forms.get(id) : undefined
    const submit = compileSource(place, [...at, 'submit'], way.submit)
    const visit = compileSource(place, [...at, 'visit'], way.visit)
    if (visit) checkVisit(place, [...at, 'visit'], visit.operation)
    const before = context.problems.length
    if (form && submit) checkHandedIn(place, [...at, 'submit'], form, way.submit)
    // Of the form of another it is told already.
    if (form && submit && context.problems.length === before)
      checkCodePurpose(context, form, place.world.operations.get(submit.operation))
    if (index > 0 && !visit && (id === undefined || !way.submit))
      context.report(place.document, at, {
        slug: 'way_incomplete',
        message: `方式“${title}”应写 form 与 submit，或者 visit`,
      })
    return {
      value,
      title,
      ...(form ? { form } : {}),
      ...(submit ? { submit } : {}),
      ...(visit ? { visit } : {}),
      ...(note ? { note } : {}),
    }
  })
}

/** It is asked for the address that the browser goes to. */
function checkVisit({ world, document }: Place, path: Path, id: string): void {
  const operation = world.operations.get(id)
  const answered = (operation?.result?.properties ?? {}) as object
  if (operation?.method === 'GET' && Object.hasOwn(answered, 'url')) return
  const right = [...world.operations.values()].filter(
    ({ method, result }) => method === 'GET' && Object.hasOwn((result?.properties ?? {}) as object, 'url'),
  )
  world.context.report(document, path, {
    slug: 'visit_url',
    message: `visit 要读取接下来访问的地址，“${id}”不回答 url`,
    found: id,
    known: right.map((one) => one.id),
  })
}
