// Draws the ground of a scene and its plants: mountains, hills, trees, fields, snow, roads.
import {
  box,
  d,
  disc,
  line,
  type Motif,
  mixColors,
  n,
  outline,
  type Pen,
  path,
  place,
  points,
  times,
} from './pen.ts'

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
      return [
        path(
          `${points([[x - half, base], ...left, [x, top], ...right, [x + half, base]])}z`,
          pen.colour(rock, depth),
        ),
        path(
          `${points([[x, top], ...right, [x + half, base], ...[...spine].reverse()])}z`,
          pen.colour(rock, depth, 0.2),
        ),
        isSnowy ? path(snowcap(x, top, half * 0.34, high * 0.34), pen.colour('snow', depth * 0.6)) : '',
      ].join('')
    })
    .join('')
}

const snowcap = (x: number, y: number, w: number, h: number): string =>
  d`M${x} ${y}l${w} ${h} ${-w / 2} ${-h * 0.18} ${-w * 0.3} ${h * 0.38} ${-w * 0.4} ${-h * 0.4} ${-w * 0.4} ${h * 0.45} ${-w * 0.4} ${-h * 0.25}z`

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
  const start = d`M0 ${y + between(-rise, rise) * 0.5}`
  return (
    start +
    times(waves, (at) => {
      const top = at % 2 === 0 ? -rise : rise
      const [middle, next] = [between(-rise, rise) * 0.4, between(-rise, rise) * 0.3]
      return d`Q${step * (at + 0.5)} ${y + top + middle} ${step * (at + 1)} ${y + next}`
    })
  )
}

const tufts = ({ between, height }: Pen, from: number, width: number): string =>
  times(width / 34, () => d`M${between(0, width)} ${between(from + 10, height)}l2 -5m3 5 -1 -5`)

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
          d`M0 ${y + 5}Q${width * 0.3} ${y - 7} ${width * 0.62} ${y + 1}T${width} ${y - 3}V${height}H0z`,
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
  const bend = far - (far - near) * 0.27
  const middle = (horizon + height) / 2
  return (
    path(
      d`M${far - 3} ${horizon}Q${bend - 26 * size} ${middle} ${near - half} ${height}H${near + half}Q${bend + 36 * size} ${middle} ${far + 3} ${horizon}z`,
      pen.colour(material, 0.15),
      ` stroke="${pen.colour(material, 0, 0.25)}" stroke-width="1.4"`,
    ) +
    line(
      d`M${far} ${horizon + 4}Q${bend + 5} ${middle} ${near} ${height}`,
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
    .map(({ x, y, high }) => place(x, y, high / 100, tree(pen, high / 100, depth, material)))
    .join('')
}

/** In hundredths of its height. */
function tree(pen: Pen, scale: number, depth: number, material: string): string {
  const edge = outline(pen, depth, scale)
  const tone = (name: string, shade = 0) => pen.colour(name, depth, shade)
  const trunk = box(-3.5, -20, 7, 20, tone('burnt'), edge)
  if (material === 'burnt' || material === 'steel')
    return line('M0 0V-100M0-45l17-20M0-60l-15-16M0-75l10-12', tone(material), Math.max(1 / scale, 5))
  if (material === 'leaf' || material === 'grass')
    return (
      trunk +
      disc(0, -55, 30, tone(material), edge) +
      path('M6-85A30 30 0 0 1-9-26.8 39 39 0 0 0 6-85z', tone(material, 0.2))
    )
  const isSnowy = material === 'snow'
  const leaves = isSnowy ? 'pine' : material
  const snow = 'M0-100 10.8-75-2.7-80-11.3-73zM-21.6-37l10.8-22 13.5 10 8.1-5 8.1 14q-18.9 6-40.5 3z'
  return (
    trunk +
    path('M0-100 16.7-62H9.7L23-36H13.5L27-12H-27L-13.5-36H-23L-9.7-62H-16.7z', tone(leaves), edge) +
    path('M0-100 16.7-62H9.7L23-36H13.5L27-12H2.7z', tone(leaves, 0.22)) +
    (isSnowy ? path(snow, pen.colour('snow', depth * 0.6)) : '')
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
    flames.map((one) => place(one.x, y + 3, one.high / 100, flame(pen, one.high / 100, depth))).join('')
  )
}

/** In hundredths of its height. */
function flame(pen: Pen, scale: number, depth: number): string {
  const tongue = (w: number, h: number) =>
    d`M0 ${-h}Q${w * 0.3} ${-h * 0.62} ${w * 0.72} ${-h * 0.6}Q${w * 1.25} ${-h * 0.08} 0 0Q${-w * 1.2} ${-h * 0.05} ${-w * 0.7} ${-h * 0.48}Q${-w * 0.2} ${-h * 0.6} 0 ${-h}z`
  return (
    path(tongue(36, 100), pen.own('flame'), outline(pen, depth, scale)) +
    path(tongue(20, 55), pen.own('ember'))
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
