// Adds the forms of transitions to the calls that execute them.

import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'

export function isAlwaysRequired(form: FormModel | undefined, name: string): boolean {
  const required = (form?.schema.required ?? []) as readonly string[]
  return form !== undefined && required.includes(name) && !Object.hasOwn(form.conditions, name)
}

/**
 * Adds the fields of its forms to the call of a transition. A field is required if every transition of the action
 * requires it, whatever else is answered.
 */
export function withTransitionForms(
  operation: Operation,
  lifecycle: Lifecycle | undefined,
  forms: ReadonlyMap<string, FormModel>,
): Operation {
  const steps = (lifecycle?.transitions ?? []).filter(({ action }) => action === operation.content?.action)
  const transitionForms = steps.flatMap(({ form }) => forms.get(form ?? '') ?? [])
  if (transitionForms.length === 0 || !operation.body) return operation
  const properties: Record<string, JsonSchema> = {}
  for (const { fields } of transitionForms)
    for (const { name, title, schema } of fields) {
      const isOther = properties[name] && JSON.stringify(properties[name]) !== JSON.stringify(schema)
      properties[name] = isOther ? { title } : schema
    }
  const own = operation.body.properties as Readonly<Record<string, JsonSchema>>
  const required = [
    ...(operation.body.required as readonly string[]),
    ...Object.keys(properties).filter((name) =>
      steps.every(({ form }) => isAlwaysRequired(forms.get(form ?? ''), name)),
    ),
  ]
  return { ...operation, body: { ...operation.body, required, properties: { ...properties, ...own } } }
}
