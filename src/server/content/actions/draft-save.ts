// Owns the keeping of the draft of a type's own form.

import type { Parameters } from '../../operations/read-parameter.ts'
import type { Action } from '../action.ts'
import { saveDraft } from '../draft.ts'

export const draftSave: Action = ({ call, plan, params }) => {
  const written = { ...params, ...(call.body as Parameters | null) } // validated as an object, or null
  return saveDraft(call, plan.type.name, written)
}
