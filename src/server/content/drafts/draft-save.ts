// Saves the draft of a type's own form.

import type { ContentActionHandler } from '#server/content/action.ts'
import type { Parameters } from '#server/platform/calls/read-parameter.ts'
import { saveDraft } from './draft.ts'

export const draftSave: ContentActionHandler = ({ call, plan, params }) => {
  const written = { ...params, ...(call.body as Parameters | null) } // validated as an object, or null
  return saveDraft(call, plan.type.name, written)
}
