// Handles the call that returns the tree of administrative areas by GB/T 2260 code.

import data from '#server/platform/areas/areas.json' with { type: 'json' }
import { Serialized } from '#server/platform/cache/read-cache.ts'
import type { Handlers } from '#server/platform/call.ts'

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

interface Area {
  readonly value: string
  readonly label: string
  readonly children?: readonly Area[]
}

interface Growing {
  readonly value: string
  readonly label: string
  children?: Growing[]
}

/** Builds the tree. Codes have 2, 4 or 6 digits; the parent of a code is its first digits. */
function buildAreaTree(names: Readonly<Record<string, string>> = data.names): Area[] {
  const areas = new Map<string, Growing>()
  const roots: Growing[] = []
  // Integer-like keys would come out of an object by number, so the order is made by text.
  for (const value of Object.keys(names).sort()) {
    const area: Growing = { value, label: names[value] as string }
    areas.set(value, area)
    const parent = areas.get(value.slice(0, -2))
    if (!parent) roots.push(area)
    else if (parent.children) parent.children.push(area)
    else parent.children = [area]
  }
  return roots
}
