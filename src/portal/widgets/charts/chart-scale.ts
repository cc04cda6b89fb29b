// Computes the positions of amounts in a drawing of 100 by 100, from left to right and from the bottom up.

interface ChartPoint {
  readonly x: number
  readonly y: number
}

export const SIZE = 100

/** Returns the points at equal distances, the largest amount at the top. An entry without an amount has no point. */
export function toChartPoints(amounts: readonly (number | null)[]): ChartPoint[] {
  const most = Math.max(0, ...amounts.map((amount) => amount ?? 0)) || 1
  const step = amounts.length > 1 ? SIZE / (amounts.length - 1) : 0
  return amounts.flatMap((amount, index) =>
    amount === null ? [] : [{ x: round(index * step), y: round(SIZE - (Math.max(0, amount) / most) * SIZE) }],
  )
}

const round = (value: number): number => Math.round(value * 100) / 100

export const toPolylinePoints = (points: readonly ChartPoint[]): string =>
  points.map(({ x, y }) => `${x},${y}`).join(' ')
