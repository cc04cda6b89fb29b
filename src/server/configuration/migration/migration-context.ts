// Builds the context that validates values of records against the configuration that a migration leads to.

import type { MigrationContext, RecordBody } from '#config/records/migrate-record.ts'
import type { RecordModel } from '#config/records/record-model.ts'
import { validatorOf } from '#server/platform/validation/build-ajv.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { findSet } from '#shared/parameters/parameter-model.ts'
import { hiddenFields, NOBODY } from '#shared/validation/visible-fields.ts'

/** A field of a type or form, or a parameter of a category, which is named `family/id`. */
export function findField(model: Model, holder: string, field: string): Field | undefined {
  const [family = '', set] = holder.split('/')
  const fields =
    set === undefined
      ? model.forms.find(({ id }) => id === holder)?.fields
      : findSet(model, family, set)?.fields
  return fields?.find(({ name }) => name === field)
}

export function isFieldVisible(model: Model, holder: string, field: string, body: RecordBody): boolean {
  const form = model.forms.find(({ id }) => id === holder)
  return !form || !hiddenFields(form, body, NOBODY).has(field)
}

export function toMigrationContext(model: Model, before: RecordModel, next: RecordModel): MigrationContext {
  return {
    before,
    next,
    fits: (holder, field, value) => {
      const schema = findField(model, holder, field)?.schema
      return !schema || validatorOf(schema)(value)
    },
    asks: (holder, field, body) => isFieldVisible(model, holder, field, body),
  }
}
