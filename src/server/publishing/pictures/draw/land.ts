// Draws the ground of a scene and its plants: mountains, hills, trees, fields, snow, roads.
import { box, disc, line, type Motif, mixColors, n, outline, type Pen, path, points, times } from './pen.ts'

/** Peaks with a lit left side and a shaded right one; with snow on top where it is of snow. */
const ridge: Motif = (pen, { depth = 0.85, size = 1, count: requestedCount = 5, material = 'rock' }) => {
  const { width, horizon, between, random } = pen
  const count = Math.max(2, Math.round((requestedCount * width) / (520 * pen.scale(0))))
  const base = horizon + 3
  const wide = width / count
  const isSnowy = material === 'snow'
  const rock = isSnowy ? 'rock' : material
  const peaks = Array.from({ length: count + 1 }, (_, index) => ({
    x: (index + (random() - 0.5) * 0.7) * wide,
    high: horizon * between(0.3, 0.66) * size,
    half: wide * between(0.75, 1.05),
  })).sort((one, other) => one.high - other.high)
  return peaks
    .reverse()
    .map(({ x, high, half }) => {
      const top = base - high
      const kink = (share: number, side: number) =>
        [x + side * half * share + between(-4, 4), top + high * share * between(0.86, 1.04)] as const
      const left = [kink(0.72, -1), kink(0.4, -1)]
      const right = [kink(0.35, 1), kink(0.7, 1)]
      const spine = [
        [x + half * 0.1, top + high * 0.22],
        [x - half * 0.06, top + high * 0.42],
        [x + half * 0.12, top + high * 0.68],
        [x - half * 0.02, base],
      ] as const
      const cap = high * 0.34
      const run = half * 0.34
      return [
        path(
          `${points([[x - half, base], ...left, [x, top], ...right, [x + half, base]])}z`,
          pen.colour(rock, depth),
        ),
        path(
          `${points([[x, top], ...right, [x + half, base], ...[...spine].reverse()])}z`,
          pen.colour(rock, depth, 0.2),
        ),
        isSnowy
          ? path(
              `${points([
                [x, top],
                [x + run, top + cap],
                [x + run * 0.5, top + cap * 0.82],
                [x + run * 0.2, top + cap * 1.2],
                [x - run * 0.2, top + cap * 0.8],
                [x - run * 0.6, top + cap * 1.25],
                [x - run, top + cap],
              ])}z`,
              pen.colour('snow', depth * 0.6),
            )
          : '',
      ].join('')
    })
    .join('')
}

/** A smooth line of hills; `size` says how high above the horizon. */
const hills: Motif = (pen, { depth = 0.6, size = 1, material = 'grass' }) => {
  const { width, height, between } = pen
  const foot = pen.foot(depth)
  const rise = 46 * size * (1 - depth * 0.35)
  const crest = swell(pen, foot - rise * 0.55, rise * 0.5, 2 + Math.round(between(0, 2)))
  return (
    path(`${crest}V${height}H0z`, pen.colour(material, depth), outline(pen, depth)) +
    path(
      `${swell(pen, foot + rise * 0.25, rise * 0.35, 2)}V${height}H0z`,
      pen.colour(material, depth, 0.07),
    ) +
    (depth > 0.7 ? '' : line(tufts(pen, foot, width), pen.colour(material, depth, 0.28), 1.3))
  )
}

function swell({ width, between }: Pen, y: number, rise: number, waves: number): string {
  const step = width / waves
  let d = `M0 ${n(y + between(-rise, rise) * 0.5)}`
  for (let at = 0; at < waves; at++) {
    const top = at % 2 === 0 ? -rise : rise
    d += `Q${n(step * (at + 0.5))} ${n(y + top + between(-rise, rise) * 0.4)} ${n(step * (at + 1))} ${n(y + between(-rise, rise) * 0.3)}`
  }
  return d
}

const tufts = ({ between, height }: Pen, from: number, width: number): string =>
  times(width / 34, () => `M${n(between(0, width))} ${n(between(from + 10, height))}l2-5m3 5-1-5`)

/** Level ground from the horizon to the frame, with strips that run towards the eye. */
const ground: Motif = (pen, { material = 'grass', depth = 0 }) => {
  const { width, height, horizon } = pen
  const top = depth > 0 ? pen.foot(depth) : horizon
  return (
    box(0, top, width, height - top, pen.colour(material, 0.45)) +
    [0.35, 0.62]
      .map((share, index) => {
        const y = top + (height - top) * share
        return path(
          `M0 ${n(y + 5)}Q${n(width * 0.3)} ${n(y - 7)} ${n(width * 0.62)} ${n(y + 1)}T${width} ${n(y - 3)}V${height}H0z`,
          pen.colour(material, 0.25 - index * 0.2),
        )
      })
      .join('') +
    line(tufts(pen, top + 14, width), pen.colour(material, 0.1, 0.25), 1.3)
  )
}

/** A road from the horizon towards the eye. */
const road: Motif = (pen, { at = 0.5, material = 'asphalt', size = 1 }) => {
  const { height, horizon } = pen
  const far = pen.x(at)
  const near = pen.x(at + (pen.isMirrored ? -0.12 : 0.12))
  const half = 120 * size
  const bend = (far - near) * 0.9
  const middle = (horizon + height) / 2
  return (
    path(
      `M${n(far - 3)} ${n(horizon)}Q${n(far - bend * 0.3 - 26 * size)} ${n(middle)} ${n(near - half)} ${height}H${n(near + half)}Q${n(far - bend * 0.3 + 36 * size)} ${n(middle)} ${n(far + 3)} ${n(horizon)}z`,
      pen.colour(material, 0.15),
      ` stroke="${pen.colour(material, 0, 0.25)}" stroke-width="1.4"`,
    ) +
    line(
      `M${n(far)} ${n(horizon + 4)}Q${n(far - bend * 0.3 + 5)} ${n(middle)} ${n(near)} ${height}`,
      pen.colour('paper', 0.1),
      3,
      ' stroke-dasharray="16 14"',
    )
  )
}

/** A row of trees: of pines, round ones, or bare ones. */
const trees: Motif = (pen, { depth = 0.5, count: requestedCount = 12, size = 1, material = 'pine', at }) => {
  const { width, between, random } = pen
  // A row across the picture is as dense in each crop.
  const count =
    at === undefined ? Math.round((requestedCount * width) / (480 * pen.scale(0))) : requestedCount
  const s = pen.scale(depth) * size
  const places = Array.from({ length: count }, (_, index) =>
    at === undefined
      ? ((index + random() * 0.9) / count) * width
      : pen.x(at) + (index - (count - 1) / 2) * between(20, 30) * s,
  )
  return places
    .map((x) => ({ x, y: pen.foot(depth) + between(-3, 5) * s, high: between(78, 122) * s }))
    .sort((one, other) => one.y - other.y)
    .map(({ x, y, high }) => tree(pen, x, y, high, depth, material))
    .join('')
}

function tree(pen: Pen, x: number, y: number, high: number, depth: number, material: string): string {
  const edge = outline(pen, depth)
  const trunk = box(
    x - high * 0.035,
    y - high * 0.2,
    high * 0.07,
    high * 0.2,
    pen.colour('burnt', depth),
    edge,
  )
  if (material === 'burnt' || material === 'steel')
    return line(
      `M${n(x)} ${n(y)}V${n(y - high)}M${n(x)} ${n(y - high * 0.45)}l${n(high * 0.17)} ${n(-high * 0.2)}M${n(x)} ${n(y - high * 0.6)}l${n(-high * 0.15)} ${n(-high * 0.16)}M${n(x)} ${n(y - high * 0.75)}l${n(high * 0.1)} ${n(-high * 0.12)}`,
      pen.colour(material, depth),
      Math.max(1, high * 0.05),
    )
  if (material === 'leaf' || material === 'grass') {
    const r = high * 0.3
    return (
      trunk +
      disc(x, y - high * 0.55, r, pen.colour(material, depth), edge) +
      path(
        `M${n(x + r * 0.2)} ${n(y - high * 0.55 - r)}A${n(r)} ${n(r)} 0 0 1 ${n(x - r * 0.3)} ${n(y - high * 0.55 + r * 0.94)}A${n(r * 1.3)} ${n(r * 1.3)} 0 0 0 ${n(x + r * 0.2)} ${n(y - high * 0.55 - r)}z`,
        pen.colour(material, depth, 0.2),
      )
    )
  }
  const half = high * 0.27
  const outer = points([
    [x, y - high],
    [x + half * 0.62, y - high * 0.62],
    [x + half * 0.36, y - high * 0.62],
    [x + half * 0.85, y - high * 0.36],
    [x + half * 0.5, y - high * 0.36],
    [x + half, y - high * 0.12],
    [x - half, y - high * 0.12],
    [x - half * 0.5, y - high * 0.36],
    [x - half * 0.85, y - high * 0.36],
    [x - half * 0.36, y - high * 0.62],
    [x - half * 0.62, y - high * 0.62],
  ])
  const leaves = material === 'snow' ? 'pine' : material
  return (
    trunk +
    path(`${outer}z`, pen.colour(leaves, depth), edge) +
    path(
      `${points([
        [x, y - high],
        [x + half * 0.62, y - high * 0.62],
        [x + half * 0.36, y - high * 0.62],
        [x + half * 0.85, y - high * 0.36],
        [x + half * 0.5, y - high * 0.36],
        [x + half, y - high * 0.12],
        [x + half * 0.1, y - high * 0.12],
      ])}z`,
      pen.colour(leaves, depth, 0.22),
    ) +
    (material === 'snow'
      ? path(
          `${points([
            [x, y - high],
            [x + half * 0.4, y - high * 0.75],
            [x - half * 0.1, y - high * 0.8],
            [x - half * 0.42, y - high * 0.73],
          ])}zM${n(x - half * 0.8)} ${n(y - high * 0.37)}l${n(half * 0.4)} ${n(-high * 0.22)} ${n(half * 0.5)} ${n(high * 0.1)} ${n(half * 0.3)} ${n(-high * 0.05)} ${n(half * 0.3)} ${n(high * 0.14)}q${n(-half * 0.7)} ${n(high * 0.06)} ${n(-half * 1.5)} ${n(high * 0.03)}z`,
          pen.colour('snow', depth * 0.6),
        )
      : '')
  )
}

/** A slope with a burning edge: flames, glow and smoke. */
const fire: Motif = (pen, { depth = 0.55, at = 0.6, size = 1, count = 7 }) => {
  const { between } = pen
  const s = pen.scale(depth) * size
  const y = pen.foot(depth)
  const x = pen.x(at)
  const span = 27 * s
  const smoke = times(12, (index) => {
    const up = index / 12
    return disc(
      x + up * up * 210 * s + between(-30, 30) * s,
      y - 30 * s - up * 165 * s,
      (26 + up * 50) * s,
      pen.colour(index % 2 ? 'smoke' : 'dark', 0.35 + up * 0.4),
      ` opacity="${n(0.75 - up * 0.35)}"`,
    )
  })
  const flames = Array.from({ length: count }, (_, index) => ({
    x: x + (index - (count - 1) / 2) * span + between(-6, 6) * s,
    high: between(48, 92) * s,
  }))
  return (
    smoke +
    disc(x, y - 14 * s, count * span * 0.62, pen.own('flame'), ' opacity=".16"') +
    flames.map((one) => flame(pen, one.x, y + 3, one.high, depth)).join('')
  )
}

function flame(pen: Pen, x: number, y: number, high: number, depth: number): string {
  const f = (w: number, h: number, fill: string, more = '') =>
    path(
      `M${n(x)} ${n(y - h)}Q${n(x + w * 0.3)} ${n(y - h * 0.62)} ${n(x + w * 0.72)} ${n(y - h * 0.6)}Q${n(x + w * 1.25)} ${n(y - h * 0.08)} ${n(x)} ${n(y)}Q${n(x - w * 1.2)} ${n(y - h * 0.05)} ${n(x - w * 0.7)} ${n(y - h * 0.48)}Q${n(x - w * 0.2)} ${n(y - h * 0.6)} ${n(x)} ${n(y - h)}z`,
      fill,
      more,
    )
  return (
    f(high * 0.36, high, pen.own('flame'), outline(pen, depth)) + f(high * 0.2, high * 0.55, pen.own('ember'))
  )
}

/** Drifts in front. */
const drifts: Motif = (pen, { depth = 0, size = 1, material = 'snow' }) => {
  const { height } = pen
  const y = height - 34 * size
  const crest = swell(pen, y, 9 * size, 3)
  return (
    path(`${crest}V${height}H0z`, pen.colour(material, depth), outline(pen, 0.4)) +
    path(
      `${swell(pen, y + 15 * size, 6, 2)}V${height}H0z`,
      mixColors(pen.colour(material, 0), pen.time.sky[1], 0.22),
    )
  )
}

export const LAND = { ridge, hills, ground, road, trees, fire, drifts }
