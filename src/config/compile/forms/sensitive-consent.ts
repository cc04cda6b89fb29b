// Adds the separate consent to sensitive answers to each form that asks for one of them.

import type { WrittenForm } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { AGREEMENT_WIDGET, SENSITIVE_CONSENT } from '#shared/access/sensitive-consent.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'

const TITLE = '单独同意处理敏感个人信息'

/** Asked, and demanded, only of who gives such an answer; unticked, with purpose, retention and the policy. */
export function withSensitiveConsent(here: Place<WrittenForm>, form: FormModel): FormModel {
  const { fields, sensitive: policy } = here.document.value
  const marked = form.fields.flatMap((field) => {
    const mark = fields.properties[field.name]?.['x-sensitive']
    return mark ? [{ field, ...mark }] : []
  })
  if (marked.length === 0) return form
  if (!policy) {
    here.at('fields').report('sensitive_policy', { key: true })
    return form
  }
  const at = here.at('sensitive', 'page')
  const pages = here.context.of('page')
  if (pages.size && !at.refers('page', '页面', policy.page, pages)) return form
  const { path } = (pages.get(policy.page)?.value ?? {}) as { readonly path?: string }
  here.context.used.add(`widget:${AGREEMENT_WIDGET}`)
  const names = marked.map(({ field }) => field.name)
  const why = marked.map(({ field, purpose, retention }) => `${field.title}：用于${purpose}，${retention}`)
  const consent: Field = {
    name: SENSITIVE_CONSENT,
    title: TITLE,
    type: 'boolean',
    required: true,
    filter: false,
    sort: false,
    system: false,
    schema: { type: 'boolean', title: TITLE, enum: [true] },
  }
  const last = form.steps.findLastIndex((step) => step.fields.some((name) => names.includes(name)))
  const { properties, required, ...schema } = form.schema as {
    readonly properties: object
    readonly required: readonly string[]
  }
  return {
    ...form,
    fields: [...form.fields, consent],
    steps: form.steps.map((step, index) =>
      index === last ? { ...step, fields: [...step.fields, SENSITIVE_CONSENT] } : step,
    ),
    schema: {
      ...schema,
      properties: { ...properties, [SENSITIVE_CONSENT]: consent.schema },
      required: [...required, SENSITIVE_CONSENT],
    },
    conditions: {
      ...form.conditions,
      [SENSITIVE_CONSENT]: { any: names.map((name) => ({ [`form.${name}`]: { empty: false } })) },
    },
    inputs: {
      ...form.inputs,
      [SENSITIVE_CONSENT]: {
        widget: AGREEMENT_WIDGET,
        options: {
          title: policy.title,
          version: policy.version,
          ...(path ? { address: `#${path}` } : {}),
          text: '我单独同意按以下用途处理上述敏感个人信息，并已阅读',
          help: `${why.join('；')}。可在个人中心随时撤回。`,
        },
      },
    },
    sensitive: { fields: names, version: policy.version },
  }
}
