// Draws buildings of a scene: houses, towers, factories; lit from the left, with lamps on in the dark.
import { box, disc, line, type Motif, n, outline, type Pen, path, points, times } from './pen.ts'

const lamp = (pen: Pen, depth: number): string =>
  pen.time.lit && pen.random() > 0.35
    ? pen.own('lamp')
    : pen.colour('glass', depth, pen.time.lit ? 0.45 : 0.12)

/** Draws houses with white walls and grey roofs; at the water's edge they stand in it. */
const houses: Motif = (pen, { depth = 0.5, count = 5, at = 0.5, size = 1, material = 'wall' }) => {
  const s = pen.scale(depth) * size * 1.25
  const ink = outline(pen, depth)
  const row = Array.from({ length: count }, (_, index) => ({
    x: pen.x(at) + (index - (count - 1) / 2) * 62 * s + pen.between(-8, 8) * s,
    y: pen.foot(depth) + pen.between(-5, 5) * s,
    w: pen.between(38, 54) * s,
    h: pen.between(24, 44) * s,
  }))
  return row
    .sort((one, other) => one.y - other.y)
    .map(({ x, y, w, h }) => {
      const roof = 17 * s
      const side = 13 * s
      const left = x - w / 2
      return (
        box(left, y - h, w, h, pen.colour(material, depth), ink) +
        path(
          `${points([
            [left + w, y - h],
            [left + w + side, y - h - 8 * s],
            [left + w + side, y - 6 * s],
            [left + w, y],
          ])}z`,
          pen.colour(material, depth, 0.2),
          ink,
        ) +
        path(
          `${points([
            [left - 5 * s, y - h + 1],
            [left + side * 0.9, y - h - roof],
            [left + w + side * 1.2, y - h - roof],
            [left + w + 3 * s, y - h + 1],
          ])}z`,
          pen.colour('tile', depth),
          ink,
        ) +
        path(
          `${points([
            [left + w + 3 * s, y - h + 1],
            [left + w + side * 1.2, y - h - roof],
            [left + w + side + 6 * s, y - h - 6 * s],
          ])}z`,
          pen.colour('tile', depth, 0.25),
          ink,
        ) +
        times(2, (row) =>
          h < 34 * s && row === 1
            ? ''
            : times(2, (index) =>
                box(
                  left + w * (0.16 + index * 0.42),
                  y - h + 7 * s + row * 16 * s,
                  w * 0.24,
                  8.5 * s,
                  lamp(pen, depth),
                  ink,
                ),
              ),
        )
      )
    })
    .join('')
}

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
    const floors = depth > 0.93 ? 0 : Math.floor((h - 8) / 9)
    const columns = Math.max(1, Math.floor((w - 6) / 8))
    const panes = times(floors, (floor) =>
      times(columns, (column) =>
        pen.random() > 0.28 ? `M${n(x + 4 + column * 8)} ${n(y - h + 6 + floor * 9)}h4v4.5h-4z` : '',
      ),
    )
    return (
      box(x, y - h, w, h, pen.colour(material, depth, index % 3 === 1 ? 0.1 : 0), ink) +
      path(
        `${points([
          [x + w, y - h],
          [x + w + side, y - h - side * 0.6],
          [x + w + side, y],
          [x + w, y],
        ])}z`,
        pen.colour(material, depth, 0.24),
        ink,
      ) +
      path(
        `${points([
          [x, y - h],
          [x + side, y - h - side * 0.6],
          [x + w + side, y - h - side * 0.6],
          [x + w, y - h],
        ])}z`,
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
const factory: Motif = (pen, { depth = 0.5, at = 0.5, size = 1, material = 'steel' }) => {
  const s = pen.scale(depth) * size * 1.25
  const y = pen.foot(depth)
  const ink = outline(pen, depth)
  const chimney = (x: number, h: number, w: number) =>
    times(3, (index) =>
      disc(
        x + (14 + index * 22) * s,
        y - h - (10 + index * 13) * s,
        (9 + index * 6) * s,
        pen.colour('paper', depth * 0.8),
        ` opacity="${n(0.6 - index * 0.15)}"`,
      ),
    ) +
    path(
      `${points([
        [x - w * 0.4, y - h],
        [x + w * 0.4, y - h],
        [x + w * 0.6, y],
        [x - w * 0.6, y],
      ])}z`,
      pen.colour('wall', depth),
      ink,
    ) +
    path(
      `${points([
        [x + w * 0.1, y - h],
        [x + w * 0.4, y - h],
        [x + w * 0.6, y],
        [x + w * 0.12, y],
      ])}z`,
      pen.colour('wall', depth, 0.2),
    ) +
    box(x - w * 0.42, y - h + 6 * s, w * 0.86, 7 * s, pen.colour('red', depth)) +
    box(x - w * 0.46, y - h + 22 * s, w * 0.92, 7 * s, pen.colour('red', depth))
  const x = pen.x(at)
  const hall = (left: number, teeth: number, high: number) => {
    const step = 30 * s
    const roof = times(teeth, (index) => {
      const from = left + index * step
      return (
        path(
          `${points([
            [from, y - high],
            [from, y - high - 15 * s],
            [from + step, y - high],
          ])}z`,
          pen.colour('blue', depth, 0.05),
          ink,
        ) +
        path(
          `${points([
            [from, y - high - 15 * s],
            [from + 4 * s, y - high - 13 * s],
            [from + 4 * s, y - high],
            [from, y - high],
          ])}z`,
          pen.colour('glass', depth),
        )
      )
    })
    return (
      box(left, y - high, teeth * step, high, pen.colour(material, depth), ink) +
      times(teeth, (index) =>
        box(left + index * step + 6 * s, y - high + 9 * s, step - 12 * s, 9 * s, lamp(pen, depth), ink),
      ) +
      box(left + step * 0.4, y - 20 * s, 20 * s, 20 * s, pen.colour('dark', depth), ink) +
      roof
    )
  }
  const tank = (left: number, w: number, h: number) =>
    path(
      `M${n(left)} ${n(y)}v${n(-h)}q${n(w / 2)} ${n(-12 * s)} ${n(w)} 0v${n(h)}z`,
      pen.colour('wall', depth),
      ink,
    ) +
    path(
      `M${n(left + w * 0.62)} ${n(y)}v${n(-h - 4 * s)}q${n(w * 0.25)} ${n(2 * s)} ${n(w * 0.38)} ${n(4 * s)}v${n(h)}z`,
      pen.colour('wall', depth, 0.2),
    ) +
    line(
      `M${n(left)} ${n(y - h * 0.34)}h${n(w)}M${n(left)} ${n(y - h * 0.68)}h${n(w)}`,
      pen.colour('dark', depth),
      1,
    )
  const side = pen.isMirrored ? -1 : 1
  return (
    chimney(x - side * 92 * s, 128 * s, 17 * s) +
    chimney(x - side * 62 * s, 104 * s, 15 * s) +
    cooling(pen, x + side * 132 * s, y, s, depth) +
    hall(x - 78 * s, 4, 42 * s) +
    hall(x + side * 60 * s - 30 * s, 3, 30 * s) +
    tank(x - side * 140 * s - 22 * s, 44 * s, 44 * s) +
    tank(x - side * 98 * s - 18 * s, 36 * s, 30 * s)
  )
}

function cooling(pen: Pen, x: number, y: number, s: number, depth: number): string {
  const d = (from: number) =>
    `M${n(x + from * 34 * s)} ${n(y)}Q${n(x + from * 16 * s)} ${n(y - 52 * s)} ${n(x + from * 24 * s)} ${n(y - 86 * s)}H${n(x + 24 * s)}Q${n(x + 16 * s)} ${n(y - 52 * s)} ${n(x + 34 * s)} ${n(y)}z`
  return (
    times(3, (index) =>
      disc(
        x + (6 + index * 24) * s,
        y - (98 + index * 15) * s,
        (19 + index * 7) * s,
        pen.colour('paper', depth * 0.8),
        ` opacity="${n(0.55 - index * 0.14)}"`,
      ),
    ) +
    path(d(-1), pen.colour('concrete', depth), outline(pen, depth)) +
    path(d(0.3), pen.colour('concrete', depth, 0.2))
  )
}

/** A drill tower: open floors, ladders, ropes. */
const drillTower: Motif = (pen, { depth = 0.35, at = 0.6, size = 1 }) => {
  const s = pen.scale(depth) * size * 1.2
  const [x, y] = [pen.x(at), pen.foot(depth)]
  const ink = outline(pen, depth)
  const w = 64 * s
  const floor = 31 * s
  return (
    path(
      `${points([
        [x + w, y - floor * 4.4],
        [x + w + 20 * s, y - floor * 4.4 - 10 * s],
        [x + w + 20 * s, y - 8 * s],
        [x + w, y],
      ])}z`,
      pen.colour('brick', depth, 0.28),
      ink,
    ) +
    box(x, y - floor * 4.4, w, floor * 4.4, pen.colour('brick', depth), ink) +
    path(
      `${points([
        [x - 4 * s, y - floor * 4.4],
        [x + 16 * s, y - floor * 4.4 - 12 * s],
        [x + w + 24 * s, y - floor * 4.4 - 12 * s],
        [x + w + 4 * s, y - floor * 4.4],
      ])}z`,
      pen.colour('paper', depth),
      ink,
    ) +
    times(
      4,
      (row) =>
        box(x - 2 * s, y - floor * (row + 0.28), w + 4 * s, 4 * s, pen.colour('paper', depth), ink) +
        times(2, (index) =>
          box(
            x + (9 + index * 28) * s,
            y - floor * (row + 1) + 2 * s,
            17 * s,
            17 * s,
            row === 2 && index === 0 ? pen.own('ember') : pen.colour('ink', depth * 0.9),
            ink,
          ),
        ),
    ) +
    line(
      `M${n(x - 30 * s)} ${n(y)}L${n(x + 8 * s)} ${n(y - floor * 2.8)}M${n(x - 20 * s)} ${n(y)}L${n(x + 18 * s)} ${n(y - floor * 2.8)}`,
      pen.colour('dark', depth),
      2.6 * s,
    ) +
    line(
      times(
        9,
        (index) => `M${n(x - 26.5 * s + index * 4 * s)} ${n(y - 8 * s - index * 9.2 * s)}h${n(10 * s)}`,
      ),
      pen.colour('dark', depth),
      1.8 * s,
    ) +
    line(
      `M${n(x + w * 0.82)} ${n(y - floor * 4.2)}Q${n(x + w * 0.9)} ${n(y - floor * 2)} ${n(x + w * 0.86)} ${n(y)}`,
      pen.colour('orange', depth),
      2 * s,
    )
  )
}

/** Broken slabs of concrete. */
const rubble: Motif = (pen, { depth = 0.2, at = 0.5, count = 9, size = 1 }) => {
  const s = pen.scale(depth) * size
  const y = pen.foot(depth)
  const ink = outline(pen, depth)
  return times(count, (index) => {
    const share = index / (count - 1) - 0.5
    const x = pen.x(at) + share * 190 * s
    const h = (1 - Math.abs(share) * 1.7) * 46 * s * pen.between(0.6, 1.15) + 10 * s
    const w = pen.between(26, 46) * s
    const lean = pen.between(-16, 16) * s
    const material = index % 4 === 2 ? 'brick' : 'concrete'
    return (
      path(
        `${points([
          [x - w / 2, y],
          [x - w / 2 + lean, y - h],
          [x + w * 0.2 + lean, y - h - 8 * s],
          [x + w / 2, y],
        ])}z`,
        pen.colour(material, depth),
        ink,
      ) +
      path(
        `${points([
          [x + w * 0.2 + lean, y - h - 8 * s],
          [x + w / 2, y],
          [x + w * 0.12, y],
        ])}z`,
        pen.colour(material, depth, 0.24),
      ) +
      (index % 3 === 0
        ? line(
            `M${n(x + lean)} ${n(y - h)}q${n(4 * s)} ${n(-14 * s)} ${n(12 * s)} ${n(-17 * s)}`,
            pen.colour('rust', depth),
            1.6,
          )
        : '')
    )
  })
}

export const BUILDINGS = { houses, skyline, factory, 'drill-tower': drillTower, rubble }
