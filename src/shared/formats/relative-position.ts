// Computes the position of a number within a range; the better end is the outer one.

/** From 0 at the worse end to 1 at the better one; the middle where all are the same, null where nothing is known. */
export function computeRelativePosition(
  value: number | null,
  { min, max }: { readonly min: number | null; readonly max: number | null },
  better?: 'high' | 'low' | null,
): number | null {
  if (value === null || min === null || max === null) return null
  if (max <= min) return 0.5
  const share = Math.min(1, Math.max(0, (value - min) / (max - min)))
  return Math.round((better === 'low' ? 1 - share : share) * 1000) / 1000
}
