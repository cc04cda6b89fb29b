// Owns the call that hands out the tree of administrative areas with GB/T 2260 codes.
import type { Handlers } from '../call.ts'
import { Serialized } from '../http/serialized.ts'
import data from './areas.json' with { type: 'json' }

interface Area {
  readonly value: string
  readonly label: string
  readonly children?: readonly Area[]
}

type Row = readonly [code: string, name: string, children?: readonly Row[]]

function toArea([value, label, children]: Row): Area {
  return children ? { value, label, children: children.map(toArea) } : { value, label }
}

let tree: Serialized | undefined

export const areaHandlers: Handlers = {
  'area.tree': async () => {
    tree ??= new Serialized(JSON.stringify((data.areas as unknown as readonly Row[]).map(toArea)))
    return tree
  },
}
