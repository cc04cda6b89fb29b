// Returns the draft of a type's own form.
import type { ContentActionHandler } from '#server/content/action.ts'
import { getDraft } from './draft.ts'

export const draftGet: ContentActionHandler = ({ call, plan, params }) =>
  getDraft(call, plan.type.name, params)
