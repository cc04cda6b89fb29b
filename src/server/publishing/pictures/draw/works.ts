// Draws masts, pylons, dishes, cranes, drones, and illustrations of types within a scene.
import { box, disc, line, type Motif, n, outline, path, points, times } from './pen.ts'

/** A lattice mast with dishes; its signal goes out in arcs. */
const mast: Motif = (pen, { depth = 0.4, at = 0.6, size = 1 }) => {
  const s = pen.scale(depth) * size * 1.2
  const [x, y] = [pen.x(at), pen.foot(depth)]
  const high = 165 * s
  const half = 21 * s
  const ink = pen.colour('ink', depth * 0.8)
  const at_ = (share: number) => half * (1 - share * 0.86)
  const lattice = times(9, (index) => {
    const [low, up] = [index / 9, (index + 1) / 9]
    return `M${n(x - at_(low))} ${n(y - high * low)}L${n(x + at_(up))} ${n(y - high * up)}M${n(x + at_(low))} ${n(y - high * low)}L${n(x - at_(up))} ${n(y - high * up)}M${n(x - at_(up))} ${n(y - high * up)}H${n(x + at_(up))}`
  })
  const legs = (share: number, to: number) =>
    `M${n(x - at_(share))} ${n(y - high * share)}L${n(x - at_(to))} ${n(y - high * to)}M${n(x + at_(share))} ${n(y - high * share)}L${n(x + at_(to))} ${n(y - high * to)}`
  const bands = times(5, (index) =>
    line(
      legs(index / 5, (index + 1) / 5),
      index % 2 ? pen.colour('paper', depth * 0.7) : pen.colour('red', depth * 0.7),
      3.2 * s,
    ),
  )
  const dish = (dy: number, side: number) =>
    disc(x + side * 14 * s, y - dy, 9.5 * s, pen.colour('paper', depth), outline(pen, depth)) +
    path(
      `M${n(x + side * 14 * s)} ${n(y - dy - 9.5 * s)}a${n(9.5 * s)} ${n(9.5 * s)} 0 0 1 0 ${n(19 * s)}q${n(5 * s)} ${n(-9 * s)} 0 ${n(-19 * s)}z`,
      pen.colour('steel', depth, 0.1),
    )
  const arcs = times(3, (index) => {
    const r = (20 + index * 15) * s
    return `M${n(x + r * 0.72)} ${n(y - high - r * 0.72)}A${n(r)} ${n(r)} 0 0 1 ${n(x + r * 0.72)} ${n(y - high + r * 0.72)}M${n(x - r * 0.72)} ${n(y - high - r * 0.72)}A${n(r)} ${n(r)} 0 0 0 ${n(x - r * 0.72)} ${n(y - high + r * 0.72)}`
  })
  return (
    line(legs(0, 1), ink, 5 * s) +
    line(lattice, pen.colour('red', depth * 0.7, 0.1), 1.3 * s) +
    bands +
    dish(high * 0.62, -1) +
    dish(high * 0.74, 1) +
    line(`M${n(x)} ${n(y - high)}v${n(-18 * s)}`, ink, 2.4 * s) +
    disc(x, y - high - 18 * s, 3.4 * s, pen.time.lit ? pen.own('ember') : pen.colour('red', 0)) +
    line(arcs, pen.time.lit ? pen.own('glass') : pen.colour('blue', 0), 2.2 * s, ' opacity=".85"')
  )
}

/** A dish on the ground that looks up. */
const dish: Motif = (pen, { depth = 0.25, at = 0.4, size = 1 }) => {
  const s = pen.scale(depth) * size * 1.15
  const ink = outline(pen, depth)
  const steel = pen.colour('steel', depth)
  return `<g transform="translate(${n(pen.x(at))} ${n(pen.foot(depth))}) scale(${n(s)})">${path('M-30 0 -8-40H8L26 0H16L2-30-20 0z', pen.colour('dark', depth), ink)}${path('M-62-88Q-66-24 14-20 26-20 32-26z', pen.colour('paper', depth), ink)}${path('M-34-42Q-10-24 32-26 20-20 10-20-16-22-34-42z', steel)}${path('M-62-88Q-34-84-4-62T32-26Q10-34-14-52T-62-88z', pen.colour('steel', depth, 0.12), ink)}${line('M-16-56 22-92M-40-74 22-92M10-40 22-92', pen.colour('ink', depth), 1.6)}${disc(23, -93, 5.5, pen.colour('orange', depth), ink)}</g>`
}

/** Lines from tower to tower; with `material` of snow, ice hangs on them. */
const pylons: Motif = (pen, { depth = 0.5, count = 3, size = 1, material = 'steel' }) => {
  const { width } = pen
  const towers = Array.from({ length: count + 1 }, (_, index) => {
    const share = index / count
    const near = pen.isMirrored ? share : 1 - share
    const s = pen.scale(Math.min(0.95, depth + (1 - near) * 0.35)) * size * 1.25
    return { x: width * (0.04 + share * 0.94), y: pen.foot(Math.min(0.95, depth + (1 - near) * 0.35)), s }
  })
  const steel = pen.colour('dark', depth * 0.8)
  const tower = ({ x, y, s }: (typeof towers)[number]) =>
    line(
      `M${n(x - 15 * s)} ${n(y)}L${n(x - 4 * s)} ${n(y - 78 * s)}L${n(x)} ${n(y - 122 * s)}L${n(x + 4 * s)} ${n(y - 78 * s)}L${n(x + 15 * s)} ${n(y)}M${n(x - 30 * s)} ${n(y - 82 * s)}H${n(x + 30 * s)}M${n(x - 22 * s)} ${n(y - 103 * s)}H${n(x + 22 * s)}`,
      steel,
      2.6 * s,
    ) +
    line(
      `M${n(x - 12 * s)} ${n(y - 20 * s)}L${n(x + 8 * s)} ${n(y - 46 * s)}M${n(x + 12 * s)} ${n(y - 20 * s)}L${n(x - 8 * s)} ${n(y - 46 * s)}M${n(x - 8 * s)} ${n(y - 46 * s)}L${n(x + 4 * s)} ${n(y - 78 * s)}M${n(x + 8 * s)} ${n(y - 46 * s)}L${n(x - 4 * s)} ${n(y - 78 * s)}M${n(x - 30 * s)} ${n(y - 82 * s)}L${n(x)} ${n(y - 96 * s)}L${n(x + 30 * s)} ${n(y - 82 * s)}`,
      steel,
      1.5 * s,
    )
  const wires = towers.slice(1).flatMap((to, index) => {
    const from = towers[index] as (typeof towers)[number]
    return [-28, 28, -20, 20].map((out, at) => {
      const up = at < 2 ? 78 : 99
      const [x1, y1, x2, y2] = [
        from.x + out * from.s,
        from.y - up * from.s,
        to.x + out * to.s,
        to.y - up * to.s,
      ]
      const low = Math.max(y1, y2) * 0.5 + Math.min(y1, y2) * 0.5 + 20 * Math.max(from.s, to.s)
      const wire = `M${n(x1)} ${n(y1)}Q${n((x1 + x2) / 2)} ${n(low)} ${n(x2)} ${n(y2)}`
      const ice = times(13, (drop) => {
        const t = (drop + 1) / 14
        const y = (1 - t) ** 2 * y1 + 2 * t * (1 - t) * low + t * t * y2
        const long = pen.between(4, 12) * from.s
        return `M${n(x1 + (x2 - x1) * t - 1.4)} ${n(y)}h2.8l-1.4 ${n(long)}z`
      })
      return (
        line(wire, material === 'snow' ? pen.colour('snow', 0.1) : steel, material === 'snow' ? 2.6 : 1.2) +
        (material === 'snow'
          ? path(ice, pen.colour('glass', 0.1), ` stroke="${pen.colour('snow', 0)}" stroke-width=".6"`)
          : '')
      )
    })
  })
  return wires.join('') + towers.map(tower).join('')
}

/** Portal cranes of a harbour. */
const cranes: Motif = (pen, { depth = 0.6, count = 2, at = 0.65, size = 1, material = 'red' }) => {
  const s = pen.scale(depth) * size * 1.35
  const ink = outline(pen, depth)
  return times(count, (index) => {
    const x = pen.x(at) + (index - (count - 1) / 2) * 120 * s
    const fill = pen.colour(material, depth)
    const dark = pen.colour(material, depth, 0.25)
    const leg = (left: number, colour: string) => box(left, -96, 7, 96, colour, ink)
    return `<g transform="translate(${n(x)} ${n(pen.foot(depth))}) scale(${n(pen.isMirrored ? -s : s)} ${n(s)})">${leg(-20, dark)}${leg(28, dark)}${line('M-16-30 30-88', dark, 4)}${leg(-30, fill)}${leg(18, fill)}${box(-34, -40, 66, 6, fill, ink)}${line('M-6-148-104-102M-6-148 60-102M-6-148-50-102', pen.colour('ink', depth), 1.6)}${path('M-11-104 -8-150h6l3 46z', fill, ink)}${box(-108, -106, 172, 8, fill, ink)}${box(24, -120, 26, 14, pen.colour('paper', depth), ink)}${line('M-68-98v36M-60-98v36', pen.colour('ink', depth), 1.2)}${box(-78, -62, 28, 12, pen.colour('blue', depth), ink)}</g>`
  })
}

/** Stacks of boxes on a quay. */
const containers: Motif = (pen, { depth = 0.25, count = 6, at = 0.4, size = 1 }) => {
  const s = pen.scale(depth) * size
  const ink = outline(pen, depth)
  const colours = ['orange', 'blue', 'steel', 'red', 'green', 'yellow']
  const y = pen.foot(depth)
  return times(count, (column) => {
    const x = pen.x(at) + (column - count / 2) * 66 * s
    const rows = 1 + Math.round(pen.random() * 2)
    return times(rows, (row) => {
      const colour = pen.pick(colours) ?? 'blue'
      const top = y - (row + 1) * 27 * s
      return (
        box(x, top, 64 * s, 27 * s, pen.colour(colour, depth), ink) +
        line(
          times(9, (rib) => `M${n(x + (6 + rib * 6.5) * s)} ${n(top + 4 * s)}v${n(19 * s)}`),
          pen.colour(colour, depth, 0.22),
          1.4 * s,
        ) +
        (row === rows - 1
          ? path(
              `${points([
                [x, top],
                [x + 9 * s, top - 6 * s],
                [x + 73 * s, top - 6 * s],
                [x + 64 * s, top],
              ])}z`,
              pen.colour(colour, depth * 0.5),
              ink,
            )
          : '')
      )
    })
  })
}

/** Aircraft with four rotors, small and high; the first one may look down with a light. */
const drones: Motif = (pen, { count = 3, at = 0.6, size = 1 }) =>
  times(count, (index) => {
    const s = size * (index === 0 ? 0.78 : pen.between(0.26, 0.46))
    const x = pen.x(at) + (index === 0 ? 0 : (index % 2 ? -1 : 1) * (90 + index * 34) * size)
    const y = pen.horizon * (index === 0 ? 0.44 : pen.between(0.2, 0.6))
    const far = index === 0 ? 0.05 : 0.45
    const ink = outline(pen, far)
    const dark = pen.colour('dark', far)
    const cone =
      index === 0 && pen.time.lit ? path('M-8 14-62 150H74L8 14z', pen.own('beam'), ' opacity=".2"') : ''
    return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(s)})">${cone}${line('M-26-4-62-14M26-4 62-14M-20 0-40 2M20 0 40 2', pen.colour('ink', far), 6)}${path('M-30-4q2-16 30-16t30 16q-3 14-30 14t-30-14z', pen.colour(index % 2 ? 'orange' : 'paper', far), ink)}${path('M4-20q26 2 26 16-3 14-30 14 14-8 14-16t-10-14z', pen.colour('ink', far), ' opacity=".18"')}${times(
      4,
      (arm) => {
        const px = [-62, 62, -40, 40][arm] ?? 0
        const py = arm < 2 ? -14 : 2
        return `${box(px - 4, py - 10, 8, 12, dark, ink)}<ellipse cx="${px}" cy="${py - 12}" rx="27" ry="3.6" fill="${pen.colour('glass', far)}" opacity=".85"${ink}/>`
      },
    )}${line('M-16 10-24 26M16 10 24 26M-32 26h16M16 26h16', pen.colour('ink', far), 3)}${disc(0, 14, 7, dark, ink)}${disc(1, 15, 3, pen.colour('glass', far))}</g>`
  })

/** Illustrations of types as they are, one of those named. */
const thing: Motif = (pen, { of = [], at = 0.6, depth = 0.1, size = 1 }) => {
  const found = pen.thing(pen.pick(of) ?? '')
  if (!found) return ''
  const s = pen.scale(depth) * size * 1.16
  return `<g transform="translate(${n(pen.x(at) - 120 * s)} ${n(pen.foot(depth) - 144 * s)}) scale(${n(s)})">${found.body}</g>`
}

export const WORKS = { mast, dish, pylons, cranes, containers, drones, thing }
