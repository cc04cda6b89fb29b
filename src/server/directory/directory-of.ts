// Owns which directory an account belongs to, as the form of its registration says.
import type { Directory } from '../../shared/content-model.ts'
import type { Model } from '../../shared/model.ts'
import { findPlan, type TypePlan } from '../content/type-plan.ts'

export interface DirectoryPlan {
  readonly directory: Directory
  readonly plan: TypePlan
}

export function directoryOf(model: Model, formId: string | null): DirectoryPlan | undefined {
  const directory = model.forms.find(({ id }) => id === formId)?.directory
  const plan = directory && findPlan(model, directory.type)
  return directory && plan ? { directory, plan } : undefined
}
