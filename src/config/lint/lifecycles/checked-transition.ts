// Owns what the checks of one step are given: where it is written, the types that take it, and the forms there are.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, FieldType, FormModel, Operation } from '#shared/model/content-model.ts'

/** What the record of a step keeps as it was given. */
export const KEPT: ReadonlySet<FieldType> = new Set([
  'text',
  'long-text',
  'number',
  'integer',
  'boolean',
  'date',
  'date-time',
  'dict',
  'dict-list',
  'region',
  'text-list',
  'mobile',
])

export interface Used {
  readonly type: ContentType
  readonly operations: readonly Operation[]
}

export interface CheckedTransition {
  readonly context: Context
  readonly document: Document
  readonly path: Path
  readonly step: Transition
  readonly forms: ReadonlyMap<string, FormModel>
  readonly users: readonly Used[]
}

export function isAlwaysRequired(form: FormModel | undefined, name: string): boolean {
  const required = (form?.schema.required ?? []) as readonly string[]
  return form !== undefined && required.includes(name) && !Object.hasOwn(form.conditions, name)
}
