// Handles the call that returns the tree of administrative areas.

import { Serialized } from '#server/platform/cache/read-cache.ts'
import type { Handlers } from '#server/platform/call.ts'
import { buildAreaTree } from './area-tree.ts'

let tree: Serialized | undefined

/**
 * Handles `area.tree`: the tree of all administrative areas, serialised once for each process.
 *
 * @example
 * const handlers: Handlers = { ...areaHandlers }
 */
export const areaHandlers: Handlers = {
  'area.tree': async () => {
    tree ??= new Serialized(JSON.stringify(buildAreaTree()))
    return tree
  },
}
