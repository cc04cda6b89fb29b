// Draws the water of a scene and its banks: rivers, the sea, sandbags, bridges, ships.
import { box, d, line, type Motif, mixColors, outline, path, place, tenth, times } from './pen.ts'

/** Draws water from that distance to the frame; waves grow towards the viewer, the sun is reflected. */
const water: Motif = (pen, { depth = 1, material = 'water', count = 26 }) => {
  const { width: w, height, time, between, random } = pen
  const top = pen.foot(depth)
  const deep = height - top
  const at = (share: number) => top + deep * share
  const waves = (share: number) =>
    times(count / 2, () => {
      const near = random()
      const long = (5 + near * 20) * share
      const start = d`M${between(-10, w)} ${top + 6 + near ** 1.4 * (deep - 8)}`
      return start + d`q${long / 2} ${-long * 0.28} ${long} 0t${long} 0`
    })
  return (
    box(0, top, w, deep, pen.colour(material, 0.55)) +
    path(
      d`M0 ${at(0.22)}Q${w * 0.3} ${at(0.14)} ${w * 0.6} ${at(0.24)}T${w} ${at(0.2)}V${height}H0z`,
      pen.colour(material, 0.3),
    ) +
    path(
      d`M0 ${at(0.56)}Q${w * 0.34} ${at(0.66)} ${w * 0.66} ${at(0.54)}T${w} ${at(0.6)}V${height}H0z`,
      pen.colour(material, 0.05),
    ) +
    line(waves(1), mixColors(pen.colour(material, 0.3), time.sky[2], 0.5), 1.8) +
    line(waves(1.3), pen.colour(material, 0, 0.25), 1.6)
  )
}

/** A grown dike in front, with a road on its crest. */
const bank: Motif = (pen, { size = 1, material = 'grass' }) => {
  const { width: w, height } = pen
  const y = height - 42 * size
  return (
    path(
      d`M0 ${y + 10}Q${w * 0.5} ${y - 8} ${w} ${y + 4}V${height}H0z`,
      pen.colour(material, 0),
      outline(pen, 0),
    ) +
    path(
      d`M0 ${y + 20}Q${w * 0.5} ${y + 1} ${w} ${y + 13}v9Q${w * 0.5} ${y + 10} 0 ${y + 30}z`,
      pen.colour('concrete', 0),
    ) +
    line(
      times(w / 30, (index) => `M${index * 30 + 8} ${height - 4}l2-6m4 6-1-7`),
      pen.colour(material, 0, 0.3),
      1.4,
    )
  )
}

/** Rows of filled bags. */
const bags: Motif = (pen, { at = 0.3, count = 6, size = 1, depth = 0 }) => {
  const s = size * pen.scale(depth) * 1.15
  const ink = outline(pen, depth, s)
  const bag = (row: number, index: number) =>
    path(
      d`M${(index - (count - row) / 2) * 27 + 4} ${-row * 11}q-6 -6 0 -12h20q6 6 0 12z`,
      pen.colour(index % 3 === 1 ? 'wood' : 'mud', 0, index % 2 ? 0.06 : 0),
      ink,
    )
  const rows = times(3, (row) => times(count - row, (index) => bag(row, index)))
  return place(pen.x(at), pen.height - 20, s, rows)
}

/** A bridge on pylons and stays. */
const bridge: Motif = (pen, { depth = 0.7, at = 0.5, size = 1 }) => {
  const { width } = pen
  const s = pen.scale(depth) * size
  const y = pen.foot(depth) - 24 * s
  const steel = pen.colour('paper', depth)
  const dark = pen.colour('steel', depth, 0.25)
  const stay = (from: number, out: number) => d`M${-out} 0L0 ${from} ${out} 0`
  const tower =
    line(
      times(5, (index) => stay(index * 4 - 82, (index + 1) * 24)),
      steel,
      Math.max(0.8 / s, 1.6),
      ' opacity=".8"',
    ) +
    path('M-3-88h6L7 36H-7', steel) +
    path('M0-88h3L7 36H1', dark)
  return (
    place(pen.x(at), y, s, tower) +
    place(pen.x(at) + 240 * s, y, s, tower) +
    box(-2, y, width + 4, 6 * s, steel) +
    box(-2, y + 6 * s, width + 4, 3 * s, dark) +
    times(8, (index) => box(((index + 0.5) / 8) * width, y + 9 * s, 4 * s, 22 * s, dark))
  )
}

/** A freighter with containers. */
const ship: Motif = (pen, { depth = 0.6, at = 0.5, size = 1 }) => {
  const s = pen.scale(depth) * size * 1.5
  const ink = outline(pen, depth)
  const tone = (material: string, shade = 0) => pen.colour(material, depth, shade)
  const colours = ['orange', 'blue', 'yellow', 'steel', 'red', 'green']
  const stack = times(7, (column) =>
    times(2 + Math.round(pen.random() * 2), (row) =>
      box(-52 + column * 17, -13 - row * 10, 16, 9.4, tone(pen.pick(colours) ?? 'blue'), ink),
    ),
  )
  return place(
    pen.x(at),
    pen.foot(depth) + 4,
    tenth(s),
    stack +
      box(-82, -42, 24, 40, tone('paper'), ink) +
      box(-79, -37, 17, 5, tone('glass')) +
      box(-76, -50, 9, 9, tone('orange'), ink) +
      path('M-92-4H88l12-9q-6 22-16 26H-84q-6-6-8-17z', tone('blue', 0.1), ink) +
      path('M-90 5h181q-4 7-7 8H-84q-4-3-6-8z', tone('red')) +
      line('M-100 14h190', tone('paper'), 1.6 / s, d` stroke-dasharray="${14 / s} ${8 / s}"`),
  )
}

export const WATER = { water, bank, bags, bridge, ship }
