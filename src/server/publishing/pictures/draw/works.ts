// Draws masts, pylons, dishes, cranes, drones, and illustrations of types within a scene.
import { box, d, disc, line, type Motif, outline, path, place, standing, tenth, times } from './pen.ts'

/** A lattice mast with dishes; its signal goes out in arcs. */
const mast = standing({ depth: 0.4, at: 0.6, zoom: 1.2 }, ({ pen, depth, tone, ink }) => {
  const dark = pen.colour('ink', depth * 0.8)
  const leg = (share: number) => 21 * (1 - share * 0.86)
  const legs = (low: number, up: number) =>
    d`M${-leg(low)} ${-165 * low}L${-leg(up)} ${-165 * up}M${leg(low)} ${-165 * low}L${leg(up)} ${-165 * up}`
  const cross = (low: number, up: number) =>
    d`M${-leg(low)} ${-165 * low}L${leg(up)} ${-165 * up}H${-leg(up)}L${leg(low)} ${-165 * low}`
  const dishAt = (y: number, x: number) =>
    disc(x, y, 9.5, tone('paper'), ink) +
    path(d`M${x} ${y - 9.5}a9.5 9.5 0 0 1 0 19q5 -9 0 -19z`, tone('steel', 0.1))
  const arc = (r: number, k: number) =>
    d`M${k} ${-165 - k}a${r} ${r} 0 0 1 0 ${2 * k}M${-k} ${-165 - k}a${r} ${r} 0 0 0 0 ${2 * k}`
  const { lit } = pen.time
  return (
    line(legs(0, 1), dark, 5) +
    line(
      times(9, (index) => cross(index / 9, (index + 1) / 9)),
      pen.colour('red', depth * 0.7, 0.1),
      1.3,
    ) +
    times(5, (index) =>
      line(legs(index / 5, (index + 1) / 5), pen.colour(index % 2 ? 'paper' : 'red', depth * 0.7), 3.2),
    ) +
    dishAt(-102.3, -14) +
    dishAt(-122.1, 14) +
    line('M0-165v-18', dark, 2.4) +
    disc(0, -183, 3.4, lit ? pen.own('ember') : pen.colour('red', 0)) +
    line(
      times(3, (index) => arc(20 + index * 15, (20 + index * 15) * 0.72)),
      lit ? pen.own('glass') : pen.colour('blue', 0),
      2.2,
      ' opacity=".85"',
    )
  )
})

/** A dish on the ground that looks up. */
const dish: Motif = (pen, { depth = 0.25, at = 0.4, size = 1 }) => {
  const ink = outline(pen, depth)
  const tone = (material: string, shade = 0) => pen.colour(material, depth, shade)
  const drawn =
    path('M-30 0 -8-40H8L26 0H16L2-30-20 0z', tone('dark'), ink) +
    path('M-62-88Q-66-24 14-20 26-20 32-26z', tone('paper'), ink) +
    path('M-34-42Q-10-24 32-26 20-20 10-20-16-22-34-42z', tone('steel')) +
    path('M-62-88Q-34-84-4-62T32-26Q10-34-14-52T-62-88z', tone('steel', 0.12), ink) +
    line('M-16-56 22-92M-40-74 22-92M10-40 22-92', tone('ink'), 1.6) +
    disc(23, -93, 5.5, tone('orange'), ink)
  return place(pen.x(at), pen.foot(depth), tenth(pen.scale(depth) * size * 1.15), drawn)
}

/** Lines from tower to tower; with `material` of snow, ice hangs on them. */
const pylons: Motif = (pen, { depth = 0.5, count = 3, size = 1, material = 'steel' }) => {
  const towers = Array.from({ length: count + 1 }, (_, index) => {
    const share = index / count
    const far = Math.min(0.95, depth + (pen.isMirrored ? 1 - share : share) * 0.35)
    return { x: pen.width * (0.04 + share * 0.94), y: pen.foot(far), s: pen.scale(far) * size * 1.25 }
  })
  const isIcy = material === 'snow'
  const steel = pen.colour('dark', depth * 0.8)
  const wire = isIcy ? pen.colour('snow', 0.1) : steel
  const edge = ` stroke="${pen.colour('snow', 0)}" stroke-width=".6"`
  const wires = towers.slice(1).flatMap((to, index) => {
    const from = towers[index] as (typeof towers)[number]
    return [-28, 28, -20, 20].map((out, at) => {
      const up = at < 2 ? 78 : 99
      const [x1, y1] = [from.x + out * from.s, from.y - up * from.s]
      const [x2, y2] = [to.x + out * to.s, to.y - up * to.s]
      const low = (y1 + y2) / 2 + 20 * Math.max(from.s, to.s)
      const ice = times(13, (drop) => {
        const t = (drop + 1) / 14
        const y = (1 - t) ** 2 * y1 + 2 * t * (1 - t) * low + t * t * y2
        return d`M${x1 + (x2 - x1) * t - 1.4} ${y}h2.8l-1.4 ${pen.between(4, 12) * from.s}z`
      })
      return (
        line(d`M${x1} ${y1}Q${(x1 + x2) / 2} ${low} ${x2} ${y2}`, wire, isIcy ? 2.6 : 1.2) +
        (isIcy ? path(ice, pen.colour('glass', 0.1), edge) : '')
      )
    })
  })
  const tower =
    line('M-15 0-4-78 0-122 4-78 15 0M-30-82H30M-22-103H22', steel, 2.6) +
    line('M-12-20 8-46-4-78M12-20-8-46 4-78M-30-82 0-96 30-82', steel, 1.5)
  return wires.join('') + towers.map(({ x, y, s }) => place(x, y, s, tower)).join('')
}

/** Portal cranes of a harbour. */
const cranes: Motif = (pen, { depth = 0.6, count = 2, at = 0.65, size = 1, material = 'red' }) => {
  const s = pen.scale(depth) * size * 1.35
  const ink = outline(pen, depth)
  const [fill, dark] = [pen.colour(material, depth), pen.colour(material, depth, 0.25)]
  const leg = (left: number, colour: string) => box(left, -96, 7, 96, colour, ink)
  const crane =
    leg(-20, dark) +
    leg(28, dark) +
    line('M-16-30 30-88', dark, 4) +
    leg(-30, fill) +
    leg(18, fill) +
    box(-34, -40, 66, 6, fill, ink) +
    line('M-6-148-104-102M-6-148 60-102M-6-148-50-102', pen.colour('ink', depth), 1.6) +
    path('M-11-104 -8-150h6l3 46z', fill, ink) +
    box(-108, -106, 172, 8, fill, ink) +
    box(24, -120, 26, 14, pen.colour('paper', depth), ink) +
    line('M-68-98v36M-60-98v36', pen.colour('ink', depth), 1.2) +
    box(-78, -62, 28, 12, pen.colour('blue', depth), ink)
  const turn = pen.isMirrored ? ' scale(-1 1)' : ''
  return times(count, (index) =>
    place(pen.x(at) + (index - (count - 1) / 2) * 120 * s, pen.foot(depth), tenth(s), crane, turn),
  )
}

/** Stacks of boxes on a quay. */
const containers = standing({ depth: 0.25, count: 6, at: 0.4 }, ({ pen, depth, count, tone, ink }) =>
  times(count, (column) => {
    const x = (column - count / 2) * 66
    const rows = 1 + Math.round(pen.random() * 2)
    return times(rows, (row) => {
      const colour = pen.pick(['orange', 'blue', 'steel', 'red', 'green', 'yellow']) ?? 'blue'
      const top = -(row + 1) * 27
      return (
        box(x, top, 64, 27, tone(colour), ink) +
        line(
          times(9, (rib) => d`M${x + 6 + rib * 6.5} ${top + 4}v19`),
          tone(colour, 0.22),
          1.4,
        ) +
        (row === rows - 1 ? path(d`M${x} ${top}l9 -6h64l-9 6z`, pen.colour(colour, depth * 0.5), ink) : '')
      )
    })
  }),
)

/** Aircraft with four rotors, small and high; the first one may look down with a light. */
const drones: Motif = (pen, { count = 3, at = 0.6, size = 1 }) =>
  times(count, (index) => {
    const isFirst = index === 0
    const s = size * (isFirst ? 0.78 : pen.between(0.26, 0.46))
    const x = pen.x(at) + (isFirst ? 0 : (index % 2 ? -1 : 1) * (90 + index * 34) * size)
    const y = pen.horizon * (isFirst ? 0.44 : pen.between(0.2, 0.6))
    const far = isFirst ? 0.05 : 0.45
    const ink = outline(pen, far)
    const tone = (material: string) => pen.colour(material, far)
    const rotor = (rotorX: number, rotorY: number) =>
      `${box(rotorX - 4, rotorY - 10, 8, 12, tone('dark'), ink)}<ellipse cx="${rotorX}" cy="${rotorY - 12}" rx="27" ry="3.6" fill="${tone('glass')}" opacity=".85"${ink}/>`
    return place(
      x,
      y,
      tenth(s),
      (isFirst && pen.time.lit ? path('M-8 14-62 150H74L8 14z', pen.own('beam'), ' opacity=".2"') : '') +
        line('M-26-4-62-14M26-4 62-14M-20 0-40 2M20 0 40 2', tone('ink'), 6) +
        path('M-30-4q2-16 30-16t30 16q-3 14-30 14t-30-14z', tone(index % 2 ? 'orange' : 'paper'), ink) +
        path('M4-20q26 2 26 16-3 14-30 14 14-8 14-16t-10-14z', tone('ink'), ' opacity=".18"') +
        rotor(-62, -14) +
        rotor(62, -14) +
        rotor(-40, 2) +
        rotor(40, 2) +
        line('M-16 10-24 26M16 10 24 26M-32 26h16M16 26h16', tone('ink'), 3) +
        disc(0, 14, 7, tone('dark'), ink) +
        disc(1, 15, 3, tone('glass')),
    )
  })

/** Illustrations of types as they are, one of those named. */
const thing: Motif = (pen, { of = [], at = 0.6, depth = 0.1, size = 1 }) => {
  const found = pen.thing(pen.pick(of) ?? '')
  const s = pen.scale(depth) * size * 1.16
  return found ? place(pen.x(at) - 120 * s, pen.foot(depth) - 144 * s, tenth(s), found.body) : ''
}

export const WORKS = { mast, dish, pylons, cranes, containers, drones, thing }
