// Computes the lengths of texts that a pattern can match, for patterns that are simple enough.

/** A run of one kind of character, how often it may stand there, and nothing else: most patterns are some of these. */
const PIECE =
  /(?:\[(?:\\.|[^\]\\])+\]|\\[pP]\{[^}]*\}|\\[dwsDWS]|\\.|[^\\^$.|?*+()[\]{}]|\.)(?:\{(\d+)(,?)(\d*)\}|([?*+]))?/uy

/** Fewest and most characters of what matches it whole; undefined where that takes more than counting pieces. */
export function lengthsOf(pattern: string): { readonly least: number; readonly most: number } | undefined {
  if (!pattern.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$')) return undefined
  const inner = pattern.slice(1, -1)
  let [least, most] = [0, 0]
  for (let at = 0; at < inner.length; ) {
    PIECE.lastIndex = at
    const found = PIECE.exec(inner)
    if (!found) return undefined
    const [whole, low, comma, high, sign] = found
    least += low === undefined ? (sign === '?' || sign === '*' ? 0 : 1) : Number(low)
    most +=
      low === undefined
        ? sign === '*' || sign === '+'
          ? Number.POSITIVE_INFINITY
          : 1
        : comma === ''
          ? Number(low)
          : high === ''
            ? Number.POSITIVE_INFINITY
            : Number(high)
    at += whole.length
  }
  return { least, most }
}
