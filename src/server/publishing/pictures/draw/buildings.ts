// Draws buildings of a scene: houses, towers, factories; lit from the left, with lamps on in the dark.
import {
  box,
  d,
  disc,
  line,
  type Motif,
  n,
  outline,
  type Pen,
  path,
  type Sketch,
  standing,
  times,
} from './pen.ts'

const lamp = (pen: Pen, depth: number): string =>
  pen.time.lit && pen.random() > 0.35
    ? pen.own('lamp')
    : pen.colour('glass', depth, pen.time.lit ? 0.45 : 0.12)

/** Draws houses with white walls and grey roofs; at the water's edge they stand in it. */
const houses = standing(
  { count: 5, material: 'wall', zoom: 1.25 },
  ({ pen, depth, count, material, tone, ink }) => {
    const { between } = pen
    const row = Array.from({ length: count }, (_, index) => ({
      middle: (index - (count - 1) / 2) * 62 + between(-8, 8),
      y: between(-5, 5),
      w: between(38, 54),
      h: between(24, 44),
    })).sort((one, other) => one.y - other.y)
    return times(count, (index) => {
      const { middle, y, w, h } = row[index] as (typeof row)[number]
      const [x, right, top] = [middle - w / 2, middle + w / 2, y - h]
      return (
        box(x, top, w, h, tone(material), ink) +
        path(d`M${right} ${top}l13 -8V${y - 6}L${right} ${y}z`, tone(material, 0.2), ink) +
        path(d`M${x - 5} ${top + 1}l16.7 -18H${right + 15.6}L${right + 3} ${top + 1}z`, tone('tile'), ink) +
        path(d`M${right + 3} ${top + 1}l12.6 -18 3.4 11z`, tone('tile', 0.25), ink) +
        times(h < 34 ? 1 : 2, (floor) =>
          times(2, (pane) =>
            box(x + w * (0.16 + pane * 0.42), top + 7 + floor * 16, w * 0.24, 8.5, lamp(pen, depth), ink),
          ),
        )
      )
    })
  },
)

/** Towers of a town; far ones without windows. */
const skyline: Motif = (
  pen,
  { depth = 0.85, count: requestedCount = 12, size = 1, material = 'concrete' },
) => {
  const { width, between } = pen
  const count = Math.max(4, Math.round((requestedCount * width) / (480 * pen.scale(0))))
  const y = pen.foot(depth) + 2
  const wide = width / count
  const ink = outline(pen, depth)
  return times(count, (index) => {
    const w = wide * between(0.62, 0.98)
    const x = index * wide + between(-2, wide * 0.2)
    const middle = 1 - Math.abs(index / (count - 1) - (pen.isMirrored ? 0.3 : 0.7)) * 0.9
    const h = pen.horizon * between(0.2, 0.5) * size * middle + 12
    const side = Math.min(8, w * 0.22)
    const panes = times(depth > 0.93 ? 0 : Math.floor((h - 8) / 9), (floor) =>
      times(Math.max(1, Math.floor((w - 6) / 8)), (column) =>
        pen.random() > 0.28 ? d`M${x + 4 + column * 8} ${y - h + 6 + floor * 9}h4v4.5h-4z` : '',
      ),
    )
    return (
      box(x, y - h, w, h, pen.colour(material, depth, index % 3 === 1 ? 0.1 : 0), ink) +
      path(
        d`M${x + w} ${y - h}l${side} ${-side * 0.6}V${y}h${-side}z`,
        pen.colour(material, depth, 0.24),
        ink,
      ) +
      path(
        d`M${x} ${y - h}l${side} ${-side * 0.6}h${w}L${x + w} ${y - h}z`,
        pen.colour('paper', depth),
        ink,
      ) +
      path(
        panes,
        pen.time.lit ? pen.own('lamp') : pen.colour('glass', depth * 0.9, 0.1),
        pen.time.lit ? ' opacity=".75"' : '',
      )
    )
  })
}

/** Halls with roofs like a saw, chimneys, tanks. */
const factory = standing({ material: 'steel', zoom: 1.25 }, (sketch) => {
  const side = sketch.pen.isMirrored ? -1 : 1
  return (
    chimney(sketch, -side * 92, 128, 17) +
    chimney(sketch, -side * 62, 104, 15) +
    coolingTower(sketch, side * 132) +
    hall(sketch, -78, 4, 42) +
    hall(sketch, side * 60 - 30, 3, 30) +
    tank(sketch, -side * 140 - 22, 44, 44) +
    tank(sketch, -side * 98 - 18, 36, 30)
  )
})

/** Three clouds that grow and fade to the right. */
const smoke = (
  { pen, depth }: Sketch,
  [x, y, r]: readonly [number, number, number],
  [right, up, growth]: readonly [number, number, number],
  opacity: number,
): string =>
  times(3, (index) =>
    disc(
      x + index * right,
      y - index * up,
      r + index * growth,
      pen.colour('paper', depth * 0.8),
      ` opacity="${n(opacity - index * 0.15)}"`,
    ),
  )

const chimney = (sketch: Sketch, x: number, h: number, w: number): string => {
  const { tone, ink } = sketch
  return (
    smoke(sketch, [x + 14, -h - 10, 9], [22, 13, 6], 0.6) +
    path(d`M${x - w * 0.4} ${-h}h${w * 0.8}L${x + w * 0.6} 0h${-w * 1.2}z`, tone('wall'), ink) +
    path(d`M${x + w * 0.1} ${-h}h${w * 0.3}L${x + w * 0.6} 0h${-w * 0.48}z`, tone('wall', 0.2)) +
    box(x - w * 0.42, 6 - h, w * 0.86, 7, tone('red')) +
    box(x - w * 0.46, 22 - h, w * 0.92, 7, tone('red'))
  )
}

const hall = ({ pen, depth, material, tone, ink }: Sketch, x: number, teeth: number, high: number): string =>
  box(x, -high, teeth * 30, high, tone(material), ink) +
  times(teeth, (index) => box(x + index * 30 + 6, 9 - high, 18, 9, lamp(pen, depth), ink)) +
  box(x + 12, -20, 20, 20, tone('dark'), ink) +
  times(
    teeth,
    (index) =>
      path(d`M${x + index * 30} ${-high}v-15l30 15z`, tone('blue', 0.05), ink) +
      path(d`M${x + index * 30} ${-high - 15}l4 2v13h-4z`, tone('glass')),
  )

const tank = ({ scale, tone, ink }: Sketch, x: number, w: number, h: number): string =>
  path(d`M${x} 0v${-h}q${w / 2} -12 ${w} 0v${h}z`, tone('wall'), ink) +
  path(d`M${x + w * 0.62} 0v${-h - 4}q${w * 0.25} 2 ${w * 0.38} 4v${h}z`, tone('wall', 0.2)) +
  line(d`M${x} ${-h * 0.34}h${w}M${x} ${-h * 0.68}h${w}`, tone('dark'), 1 / scale)

const coolingTower = (sketch: Sketch, x: number): string => {
  const side = (from: number) =>
    d`M${x + from * 34} 0Q${x + from * 16} -52 ${x + from * 24} -86H${x + 24}Q${x + 16} -52 ${x + 34} 0z`
  return (
    smoke(sketch, [x + 6, -98, 19], [24, 15, 7], 0.55) +
    path(side(-1), sketch.tone('concrete'), sketch.ink) +
    path(side(0.3), sketch.tone('concrete', 0.2))
  )
}

/** A drill tower: open floors, ladders, ropes. */
const drillTower = standing(
  { depth: 0.35, at: 0.6, zoom: 1.2 },
  ({ pen, depth, tone, ink }) =>
    path('M64-136.4 84-146.4V-8L64 0z', tone('brick', 0.28), ink) +
    box(0, -136.4, 64, 136.4, tone('brick'), ink) +
    path('M-4-136.4 16-148.4H88L68-136.4z', tone('paper'), ink) +
    times(4, (row) => {
      const window = (index: number) =>
        row === 2 && index === 0 ? pen.own('ember') : pen.colour('ink', depth * 0.9)
      return (
        box(-2, -31 * row - 8.7, 68, 4, tone('paper'), ink) +
        times(2, (index) => box(9 + index * 28, -31 * row - 29, 17, 17, window(index), ink))
      )
    }) +
    line('M-30 0 8-86.8M-20 0 18-86.8', tone('dark'), 2.6) +
    line(
      times(9, (index) => d`M${index * 4 - 26.5} ${-8 - index * 9.2}h10`),
      tone('dark'),
      1.8,
    ) +
    line('M52.5-130.2Q57.6-62 55 0', tone('orange'), 2),
)

/** Broken slabs of concrete. */
const rubble = standing({ depth: 0.2, count: 9 }, ({ pen, count, scale, tone, ink }) =>
  times(count, (index) => {
    const share = index / (count - 1) - 0.5
    const h = (1 - Math.abs(share) * 1.7) * 46 * pen.between(0.6, 1.15) + 10
    const w = pen.between(26, 46)
    const lean = pen.between(-16, 16)
    const material = index % 4 === 2 ? 'brick' : 'concrete'
    const [x, right] = [share * 190, share * 190 + w / 2]
    const [edge, top] = [x + w * 0.2 + lean, -h - 8]
    return (
      path(d`M${x - w / 2} 0l${lean} ${-h}L${edge} ${top} ${right} 0z`, tone(material), ink) +
      path(d`M${edge} ${top}L${right} 0H${x + w * 0.12}z`, tone(material, 0.24)) +
      (index % 3 === 0 ? line(d`M${x + lean} ${-h}q4 -14 12 -17`, tone('rust'), 1.6 / scale) : '')
    )
  }),
)

export const BUILDINGS = { houses, skyline, factory, 'drill-tower': drillTower, rubble }
