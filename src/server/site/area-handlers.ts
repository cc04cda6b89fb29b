// Handles the call that returns the tree of administrative areas.
import type { Handlers } from '#server/platform/call.ts'
import { Serialized } from '#server/platform/calls/serialized.ts'
import { buildAreaTree } from './area-tree.ts'

let tree: Serialized | undefined

export const areaHandlers: Handlers = {
  'area.tree': async () => {
    tree ??= new Serialized(JSON.stringify(buildAreaTree()))
    return tree
  },
}
