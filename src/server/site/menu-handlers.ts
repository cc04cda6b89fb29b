// Handles the call that returns the menu tree, reduced to the entries that the caller may see.

import type { Handlers } from '#server/platform/call.ts'
import { type Caller, isForMembers, isInAudience } from '#shared/access/roles.ts'
import type { MenuNode } from '#shared/model/menu.ts'

/** A node whose page only signed-in users open stays visible to visitors, who are asked to sign in there. */
function visible(nodes: readonly MenuNode[], caller: Caller): MenuNode[] {
  return nodes
    .filter((node) => isInAudience(caller, node.access) || (caller === null && isForMembers(node.access)))
    .map((node) => ({ ...node, children: visible(node.children, caller) }))
}

export const menuHandlers: Handlers = {
  'menu.tree': async ({ services, caller }) => visible(services.model().menu, caller),
}
