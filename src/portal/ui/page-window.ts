// Chooses the page numbers that a paging bar shows.

/** Returns the first page, the last page and two pages on either side of the current one; null stands for a gap. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const wanted = new Set([1, last])
  for (let near = page - 2; near <= page + 2; near += 1) if (near >= 1 && near <= last) wanted.add(near)
  const sorted = [...wanted].sort((a, b) => a - b)
  return sorted.flatMap((entry, index) => {
    const gap = entry - (sorted[index - 1] ?? entry)
    if (gap === 2) return [entry - 1, entry]
    return gap > 2 ? [null, entry] : [entry]
  })
}
