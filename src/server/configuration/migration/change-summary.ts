// Owns a count of records by what they are, and how it is said.

/** By what is counted, as it is said behind a number, such as 条内容. */
export type Tally = ReadonlyMap<string, number>

export function toTally(entries: Iterable<readonly [string, number]>): Tally {
  const tally = new Map<string, number>()
  for (const [word, count] of entries) if (count > 0) tally.set(word, (tally.get(word) ?? 0) + count)
  return tally
}

/** Such as 1,204 条内容、3 份草稿; empty where there is nothing. */
export function sayTally(tally: Tally): string {
  return [...tally].map(([word, count]) => `${count.toLocaleString('en-US')} ${word}`).join('、')
}
