// Owns the masking of phone and identity numbers where many people's stand together.

import type { Field } from './content-model.ts'
import { mask } from './mask.ts'

/** `13800001234` becomes `138****1234`, `440524188001010014` becomes `440************014`. */
export function maskIdentity(field: Pick<Field, 'type' | 'schema'>, value: string): string {
  if (field.type === 'mobile' || field.schema.format === 'mobile') return mask(value, 3, 4)
  if (field.schema.format === 'id-card') return mask(value, 3, 3)
  return value
}

/** Whether lists show nothing of it but a few digits. */
export const isMaskedInLists = ({ type, schema }: Pick<Field, 'type' | 'schema'>): boolean =>
  type === 'mobile' || schema.format === 'mobile' || schema.format === 'id-card'

/** The same for every way to reach a person. */
export function maskContact(field: Pick<Field, 'type' | 'schema'>, value: string): string {
  if (field.schema.format === 'telephone') return mask(value, 0, 4)
  if (field.schema.format === 'email') return value.replace(/^(.).*(?=@)/, '$1***')
  return maskIdentity(field, value)
}
