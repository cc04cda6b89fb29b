// Runs the checks of what content types declare about parent and child items.

import type { Context } from '#config/load/context.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { checkPreconditionFields, checkSources } from './check-field-sources.ts'
import { checkAudiences, checkParent } from './check-parent-relations.ts'
import { checkParentTransitionOnSubmit } from './check-parent-transition-on-submit.ts'
import { checkParents, isOtherMeant } from './check-parent-types.ts'
import { checkReferentialGuards } from './check-referential-guards.ts'

/** To be called when all types are compiled. */
export function checkHierarchy(context: Context, types: ReadonlyMap<string, ContentType>): void {
  checkParents(context, types)
  for (const type of types.values()) {
    const document = context.of('content').get(type.name)
    if (!document) continue
    checkAudiences(context, document, type, types)
    checkPreconditionFields(context, document, type)
    checkReferentialGuards(context, document, type, types)
    const above = type.fields.find(({ name }) => name === type.parent)?.ref
    // Of a file that is broken itself nothing can be said.
    if (above !== undefined && context.isInvalid('content', above)) continue
    const parent = types.get(above ?? '')
    if (parent && isOtherMeant(context, document, type, parent, types)) continue
    checkParent(context, document, type, parent)
    checkSources(context, document, type, parent)
    checkParentTransitionOnSubmit(context, document, type, parent)
  }
}
