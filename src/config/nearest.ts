// Owns the search for the nearest right name.

/** Levenshtein distance, given up beyond `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, (previous[j] as number) + 1, (row[j - 1] as number) + 1))
    }
    previous = row
  }
  return previous[b.length] as number
}

/** The other known name closest to `name`, or undefined when none is close. */
export function nearestName(name: string, known: Iterable<string>, within?: number): string | undefined {
  // Of one letter every other is near.
  const most = Math.min(name.length - 1, within ?? Math.max(2, Math.floor(name.length / 3)))
  let best: string | undefined
  let least = most + 1
  for (const candidate of known) {
    if (candidate === name) continue
    const steps = distance(name.toLowerCase(), candidate.toLowerCase(), most)
    if (steps < least) {
      least = steps
      best = candidate
    }
  }
  return best
}
