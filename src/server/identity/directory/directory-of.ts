// Finds the directory of an account by the form of its registration.

import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Directory } from '#shared/identity/directory-model.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

export interface DirectoryPlan {
  readonly directory: Directory
  readonly plan: TypePlan
}

/** The state in which entries are there for everybody, which the check of the configuration has seen to. */
export function findPublicState({ name, lifecycle }: ContentType): string {
  const [state] = publicStates(lifecycle)
  if (state === undefined) throw new TypeError(`items of ${name} are never public`)
  return state
}

export function directoryOf(model: Model, formId: string | null): DirectoryPlan | undefined {
  const directory = model.forms.find(({ id }) => id === formId)?.directory
  const plan = directory && findPlan(model, directory.type)
  return directory && plan ? { directory, plan } : undefined
}
