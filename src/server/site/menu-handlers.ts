// Handles the call that returns the menu tree, reduced to the entries that the caller may see.

import type { Handlers } from '#server/platform/call.ts'
import { type Caller, isForMembers, isInAudience, withWholeRoles } from '#shared/access/roles.ts'
import type { MenuNode } from '#shared/model/menu.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** The content types of the pages that list one, by address. */
const typesByPath = perModel(
  ({ pages }: Model): ReadonlyMap<string, string> =>
    new Map(
      pages.flatMap((page) =>
        page.kind === 'list' && page.contentType ? [[page.path, page.contentType]] : [],
      ),
    ),
)

/** A node whose page only signed-in users open stays visible to visitors, who are asked to sign in there. */
function visible(model: Model, nodes: readonly MenuNode[], caller: Caller): MenuNode[] {
  const isOffered = ({ url, access }: MenuNode) =>
    isInAudience(withWholeRoles(caller, typesByPath(model).get(url)), access)
  return nodes
    .filter((node) => isOffered(node) || (caller === null && isForMembers(node.access)))
    .map((node) => ({ ...node, children: visible(model, node.children, caller) }))
}

export const menuHandlers: Handlers = {
  'menu.tree': async ({ services, caller }) => visible(services.model(), services.model().menu, caller),
}
