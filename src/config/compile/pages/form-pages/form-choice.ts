// Compiles a form page's choice of forms by the loaded item, and its refusals with links elsewhere.

import { urlOfValidator } from '#config/compile/common/schema-validator.ts'
import { recordTypeOf } from '#config/compile/fields/record-type.ts'
import { checkAnswered } from '#config/compile/links/check-item-type.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import type { WrittenFormPage } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Link } from '#shared/model/page-model.ts'
import type { FormChoice, FormRefusal } from '#shared/model/pages/form.ts'

/** The sign-in error of an account whose application was refused. */
const REFUSED = 'ACCOUNT_REFUSED'

function checkRefusedForms(here: Place, error: string, link: Pick<Link, 'page'> | null): void {
  const page = here.context.of('page').get(link?.page ?? '')?.value
  if (error !== REFUSED || page?.kind !== 'form' || !page.choice) return
  const { forms } = page.choice
  for (const { title, registers } of here.context.roles)
    if (registers?.approval && !forms.includes(registers.form))
      here.report('refused_form', { found: registers.form, title, link })
}

type WrittenChoice = WrittenFormPage['choice']
type WrittenRefusals = WrittenFormPage['refusals']

/** The place after an answer came: what it held is `item`, and what the call's result describes where that is known. */
export function toAnsweredContext(at: PagePlace, operation = ''): PagePlace {
  const { operations, contentTypes } = at.compilation
  const answered = operations.get(operation)
  const record =
    contentTypes.get(answered?.content?.type ?? '') ?? (answered && recordTypeOf(at.context, answered))
  return at.with({ roots: [...at.roots, 'item'], record, answers: undefined })
}

/** Returns the form without the named fields, and without the agreement, which was given with those fields. */
function withoutFields(form: FormModel, names: ReadonlySet<string>): FormModel {
  const { agreement: _given, ...rest } = form
  const kept = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)))
  const { properties = {}, required = [] } = form.schema as {
    properties?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  const schema: JsonSchema = {
    ...form.schema,
    properties: kept(properties),
    required: required.filter((name) => !names.has(name)),
  }
  return {
    ...rest,
    schema,
    validatorUrl: urlOfValidator(schema),
    fields: form.fields.filter(({ name }) => !names.has(name)),
    steps: form.steps
      .map((step) => ({ ...step, fields: step.fields.filter((name) => !names.has(name)) }))
      .filter(({ fields }) => fields.length > 0),
    conditions: kept(form.conditions),
    inputs: kept(form.inputs),
  }
}

/** `at` is that of the choice. */
export function compileChoice(at: PagePlace, written: WrittenChoice): { choice?: FormChoice } {
  if (!written) return {}
  const known = written.forms.flatMap(
    (id, index) => at.at('forms', index).find('form', '表单', id, at.compilation.forms) ?? [],
  )
  for (const [index, name] of (written.without ?? []).entries())
    if (!known.some(({ fields }) => fields.some((field) => field.name === name)))
      at.at('without', index).report('field_unknown.forms', {
        found: name,
        known: known[0]?.fields.map((field) => field.name) ?? [],
      })
  const without = new Set(written.without)
  const { by, values } = written
  return { choice: { by, values, forms: known.map((form) => withoutFields(form, without)) } }
}

/**
 * Compiles the links of refusals. `submitted` is the content type of the submission: the refused or existing item has
 * this type.
 */
export function compileRefusals(
  at: PagePlace,
  written: WrittenRefusals,
  submitted: string | undefined,
): { refusals?: readonly FormRefusal[] } {
  if (!written) return {}
  const refusals = written.flatMap(({ error, label, link }, index): FormRefusal[] => {
    const here = at.at(index, 'link')
    const isKnown = at.at(index, 'error').expect(Object.keys(ERRORS), error, 'error_unknown')
    const compiled = compileLink(toAnsweredContext(here), link)
    checkAnswered(here, compiled, submitted)
    checkRefusedForms(here, error, compiled)
    return isKnown && compiled
      ? [{ code: ERRORS[error as keyof typeof ERRORS].code, label, link: compiled }]
      : []
  })
  return { refusals }
}
