// Finds cycles in a graph of names.

/** Each ring as the names along it, with the first at the end once more; rings that share a name are found once. */
export function findCycles(ways: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const rings: (readonly string[])[] = []
  const done = new Set<string>()
  const walk = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) rings.push([...way.slice(way.indexOf(name)), name])
    if (done.has(name) || way.includes(name)) return
    const before = rings.length
    for (const next of ways.get(name) ?? []) if (rings.length === before) walk(next, [...way, name])
    done.add(name)
  }
  for (const name of ways.keys()) walk(name, [])
  return rings
}
