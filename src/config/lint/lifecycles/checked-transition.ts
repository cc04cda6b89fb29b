// Declares the input for the checks of one transition: its location, the types that take it, and the forms.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, FieldType, FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** Field types whose answers the record of a transition stores unchanged. */
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
