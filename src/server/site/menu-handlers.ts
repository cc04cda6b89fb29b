// Owns the call that hands out the menu tree, cut to what the asker may see.

import type { Handlers } from '#server/platform/call.ts'
import { type Asker, isForMembers, isInAudience } from '#shared/access/roles.ts'
import type { MenuNode } from '#shared/model/menu.ts'

/** A node whose page only signed-in users open stays visible to visitors, who are asked to sign in there. */
function visible(nodes: readonly MenuNode[], asker: Asker): MenuNode[] {
  return nodes
    .filter((node) => isInAudience(asker, node.access) || (asker === null && isForMembers(node.access)))
    .map((node) => ({ ...node, children: visible(node.children, asker) }))
}

export const menuHandlers: Handlers = {
  'menu.tree': async ({ services, asker }) => visible(services.model().menu, asker),
}
