// Draws the water of a scene and its banks: rivers, the sea, sandbags, bridges, ships.
import { box, line, type Motif, mixColors, n, outline, path, points, times } from './pen.ts'

/** Draws water from that distance to the frame; waves grow towards the viewer, the sun is reflected. */
const water: Motif = (pen, { depth = 1, material = 'water', count = 26 }) => {
  const { width, height, time, between, random } = pen
  const top = pen.foot(depth)
  const deep = height - top
  const light = mixColors(pen.colour(material, 0.3), time.sky[2], 0.5)
  const waves = (share: number) =>
    times(count / 2, () => {
      const near = random()
      const y = top + 6 + near ** 1.4 * (deep - 8)
      const long = (5 + near * 20) * share
      const x = between(-10, width)
      return `M${n(x)} ${n(y)}q${n(long / 2)} ${n(-long * 0.28)} ${n(long)} 0t${n(long)} 0`
    })
  return (
    box(0, top, width, deep, pen.colour(material, 0.55)) +
    path(
      `M0 ${n(top + deep * 0.22)}Q${n(width * 0.3)} ${n(top + deep * 0.14)} ${n(width * 0.6)} ${n(top + deep * 0.24)}T${width} ${n(top + deep * 0.2)}V${height}H0z`,
      pen.colour(material, 0.3),
    ) +
    path(
      `M0 ${n(top + deep * 0.56)}Q${n(width * 0.34)} ${n(top + deep * 0.66)} ${n(width * 0.66)} ${n(top + deep * 0.54)}T${width} ${n(top + deep * 0.6)}V${height}H0z`,
      pen.colour(material, 0.05),
    ) +
    line(waves(1), light, 1.8) +
    line(waves(1.3), pen.colour(material, 0, 0.25), 1.6)
  )
}

/** A grown dike in front, with a road on its crest. */
const bank: Motif = (pen, { size = 1, material = 'grass' }) => {
  const { width, height } = pen
  const y = height - 42 * size
  return (
    path(
      `M0 ${n(y + 10)}Q${n(width * 0.5)} ${n(y - 8)} ${width} ${n(y + 4)}V${height}H0z`,
      pen.colour(material, 0),
      outline(pen, 0),
    ) +
    path(
      `M0 ${n(y + 20)}Q${n(width * 0.5)} ${n(y + 1)} ${width} ${n(y + 13)}v9Q${n(width * 0.5)} ${n(y + 10)} 0 ${n(y + 30)}z`,
      pen.colour('concrete', 0),
    ) +
    line(
      times(width / 30, (index) => `M${index * 30 + 8} ${height - 4}l2-6m4 6-1-7`),
      pen.colour(material, 0, 0.3),
      1.4,
    )
  )
}

/** Rows of filled bags. */
const bags: Motif = (pen, { at = 0.3, count = 6, size = 1, depth = 0 }) => {
  const s = size * pen.scale(depth) * 1.15
  const y = pen.height - 20
  const ink = outline(pen, depth)
  return times(3, (row) =>
    times(count - row, (index) => {
      const x = pen.x(at) + (index - (count - row) / 2) * 27 * s
      return path(
        `M${n(x + 4 * s)} ${n(y - row * 11 * s)}q${n(-6 * s)} ${n(-6 * s)} 0 ${n(-12 * s)}h${n(20 * s)}q${n(6 * s)} ${n(6 * s)} 0 ${n(12 * s)}z`,
        pen.colour(index % 3 === 1 ? 'wood' : 'mud', 0, index % 2 ? 0.06 : 0),
        ink,
      )
    }),
  )
}

/** A bridge on pylons and stays. */
const bridge: Motif = (pen, { depth = 0.7, at = 0.5, size = 1 }) => {
  const { width } = pen
  const s = pen.scale(depth) * size
  const y = pen.foot(depth) - 24 * s
  const steel = pen.colour('paper', depth)
  const dark = pen.colour('steel', depth, 0.25)
  const tower = (x: number) => {
    const top = y - 88 * s
    const stays = times(5, (index) => {
      const out = (index + 1) * 24 * s
      const from = top + 6 * s + index * 4 * s
      return `M${n(x)} ${n(from)}L${n(x - out)} ${n(y)}M${n(x)} ${n(from)}L${n(x + out)} ${n(y)}`
    })
    return (
      line(stays, steel, Math.max(0.8, 1.6 * s), ' opacity=".8"') +
      path(
        points([
          [x - 3 * s, top],
          [x + 3 * s, top],
          [x + 7 * s, y + 36 * s],
          [x - 7 * s, y + 36 * s],
        ]),
        steel,
      ) +
      path(
        points([
          [x, top],
          [x + 3 * s, top],
          [x + 7 * s, y + 36 * s],
          [x + 1, y + 36 * s],
        ]),
        dark,
      )
    )
  }
  const x = pen.x(at)
  return (
    tower(x) +
    tower(x + 240 * s) +
    box(-2, y, width + 4, 6 * s, steel) +
    box(-2, y + 6 * s, width + 4, 3 * s, dark) +
    times(8, (index) => box(((index + 0.5) / 8) * width, y + 9 * s, 4 * s, 22 * s, dark))
  )
}

/** A freighter with containers. */
const ship: Motif = (pen, { depth = 0.6, at = 0.5, size = 1 }) => {
  const s = pen.scale(depth) * size * 1.5
  const ink = outline(pen, depth)
  const colours = ['orange', 'blue', 'yellow', 'steel', 'red', 'green']
  const stack = times(7, (column) =>
    times(2 + Math.round(pen.random() * 2), (row) =>
      box(-52 + column * 17, -13 - row * 10, 16, 9.4, pen.colour(pen.pick(colours) ?? 'blue', depth), ink),
    ),
  )
  return `<g transform="translate(${n(pen.x(at))} ${n(pen.foot(depth) + 4)}) scale(${n(s)})">${stack}${box(-82, -42, 24, 40, pen.colour('paper', depth), ink)}${box(-79, -37, 17, 5, pen.colour('glass', depth))}${box(-76, -50, 9, 9, pen.colour('orange', depth), ink)}${path('M-92-4H88l12-9q-6 22-16 26H-84q-6-6-8-17z', pen.colour('blue', depth, 0.1), ink)}${path('M-90 5h181q-4 7-7 8H-84q-4-3-6-8z', pen.colour('red', depth))}</g>${line(`M${n(pen.x(at) - 100 * s)} ${n(pen.foot(depth) + 4 + 14 * s)}h${n(190 * s)}`, pen.colour('paper', depth), 1.6, ' stroke-dasharray="14 8"')}`
}

export const WATER = { water, bank, bags, bridge, ship }
