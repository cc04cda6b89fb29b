// Finds the operations of an address: plain paths directly, `{name}` segments by a small tree.

export interface AddressMatch<T> {
  readonly values: ReadonlyMap<string, T>
  readonly params: Readonly<Record<string, string>>
}

interface Node<T> {
  readonly plain: Map<string, Node<T>>
  named: Node<T> | undefined
  /** Parameter names in order, by method; the same place may be named differently. */
  readonly names: Map<string, readonly string[]>
  readonly values: Map<string, T>
}

function newNode<T>(): Node<T> {
  return { plain: new Map(), named: undefined, names: new Map(), values: new Map() }
}

export class AddressTable<T> {
  readonly #root = newNode<T>()

  /** `path` as declared, such as `/newapi/demand/info/{id}`. False when the place is taken. */
  add(method: string, path: string, value: T): boolean {
    let node = this.#root
    const names: string[] = []
    for (const segment of path.split('/').slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (name === undefined) {
        const next = node.plain.get(segment) ?? newNode<T>()
        node.plain.set(segment, next)
        node = next
      } else {
        names.push(name)
        node.named ??= newNode<T>()
        node = node.named
      }
    }
    if (node.values.has(method)) return false
    node.values.set(method, value)
    node.names.set(method, names)
    return true
  }

  /** The values by method of the address, plain segments before named ones; null where nothing is. */
  find(path: string, method: string): AddressMatch<T> | null {
    const segments = path.split('/').slice(1)
    const given: string[] = []
    const node = walk(this.#root, segments, 0, given)
    if (node === null) return null
    const names = node.names.get(method) ?? []
    const params = Object.fromEntries(names.map((name, index) => [name, given[index] as string]))
    return { values: node.values, params }
  }
}

function walk<T>(node: Node<T>, segments: readonly string[], index: number, given: string[]): Node<T> | null {
  const segment = segments[index]
  if (segment === undefined) return node.values.size > 0 ? node : null
  const plain = node.plain.get(segment)
  const found = plain ? walk(plain, segments, index + 1, given) : null
  if (found !== null || node.named === undefined) return found
  const value = decode(segment)
  if (value === null || value === '') return null
  given.push(value)
  const named = walk(node.named, segments, index + 1, given)
  if (named === null) given.pop()
  return named
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
