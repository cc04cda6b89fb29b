// Collects from a model the titles of the names that its lifecycles refer to.
import type { Model } from '#shared/model/model.ts'
import type { FlowNames } from './flow-description.ts'

/** Fields are called as in the first type that has them. */
export function flowNamesOf(
  { contentTypes, dictionaries, forms, roles }: Model,
  lifecycle: string,
): FlowNames {
  const types = contentTypes.filter((type) => type.lifecycle.name === lifecycle)
  const find = (name: string) => types.flatMap(({ fields }) => fields).find((field) => field.name === name)
  return {
    roles,
    field: (name) => find(name)?.title ?? name,
    value: (name, value) =>
      dictionaries
        .find((dictionary) => dictionary.name === find(name)?.dict)
        ?.items.find((item) => item.value === value)?.label ?? value,
    type: (name) => contentTypes.find((type) => type.name === name)?.title ?? name,
    form: (name) => forms.find(({ id }) => id === name)?.title ?? name,
  }
}
