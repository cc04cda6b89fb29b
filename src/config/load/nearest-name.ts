// Finds the nearest known name for a misspelt one.

/** Levenshtein distance in which two letters exchanged are one change, given up beyond `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number) => rows[i]?.[j] as number
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, at(i - 1, j) + 1, (row[j - 1] as number) + 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j] as number, at(i - 2, j - 2) + 1)
    }
  }
  return at(a.length, b.length)
}

const sorted = (text: string): string => [...text].sort().join('')

/**
 * How many letters they begin and end with alike, all where only their order differs: of two that are as near, letters
 * were rather exchanged or left out than mistaken.
 */
function countSharedLetters(a: string, b: string): number {
  if (sorted(a) === sorted(b)) return a.length
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return start + end
}

/** The other known name closest to `name`, or undefined when none is close. */
export function nearestName(name: string, known: Iterable<string>, within?: number): string | undefined {
  // Of one letter every other is near.
  const most = Math.min(name.length - 1, within ?? Math.max(2, Math.floor(name.length / 3)))
  const wanted = name.toLowerCase()
  let best: string | undefined
  let least = most + 1
  let kept = -1
  for (const candidate of known) {
    if (candidate === name) continue
    const other = candidate.toLowerCase()
    const steps = distance(wanted, other, most)
    if (steps > most || steps > least) continue
    const letters = countSharedLetters(wanted, other)
    if (steps === least && letters <= kept) continue
    least = steps
    best = candidate
    kept = letters
  }
  return best
}
