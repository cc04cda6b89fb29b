// Owns the walk over what content types say about the items above and below them.
import type { ContentType } from '../../shared/content-model.ts'
import type { Context } from '../context.ts'
import { checkParents, isOtherMeant } from '../rules/parents.ts'
import { checkHolds } from './check-holds.ts'
import { checkAudiences, checkParent } from './check-relations.ts'
import { checkMarks, checkSources } from './check-sources.ts'
import { checkTakes } from './check-takes.ts'

/** To be called when all types are compiled. */
export function checkHierarchy(context: Context, types: ReadonlyMap<string, ContentType>): void {
  checkParents(context, types)
  for (const type of types.values()) {
    const document = context.of('content').get(type.name)
    if (!document) continue
    checkAudiences(context, document, type, types)
    checkMarks(context, document, type)
    checkHolds(context, document, type, types)
    const above = type.fields.find(({ name }) => name === type.parent)?.ref
    // Of a file that is broken itself nothing can be said.
    if (above !== undefined && context.isLost('content', above)) continue
    const parent = types.get(above ?? '')
    if (parent && isOtherMeant(context, document, type, parent, types)) continue
    checkParent(context, document, type, parent)
    checkSources(context, document, type, parent)
    checkTakes(context, document, type, parent)
  }
}
