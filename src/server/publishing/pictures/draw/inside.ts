// Draws the rooms of a scene: halls, laboratories, stores, press rooms.
import { box, d, disc, line, type Motif, outline, path, place, standing, tenth, times } from './pen.ts'

/** Draws walls, ceiling lights and a floor in perspective; the far wall is as wide as the subject. */
const room: Motif = (pen, { material = 'floor', size = 1 }) => {
  const { width, height, horizon } = pen
  const middle = pen.x(0.5)
  const half = width * 0.3
  const [left, right] = [middle - half, middle + half]
  const top = horizon * 0.3
  const wall = horizon + 8
  const thin = ` stroke="${pen.colour('ink', 0.55)}" stroke-width="1.2"`
  const seams = times(9, (index) => {
    const share = index / 8
    return d`M${left + share * half * 2} ${wall}L${width * (share * 1.9 - 0.45)} ${height}`
  })
  const rows = times(4, (index) => {
    const near = ((index + 0.6) / 4) ** 1.7
    const y = wall + (height - wall) * near
    return d`M${left * (1 - near) - 60 * near} ${y}H${right * (1 - near) + (width + 60) * near}`
  })
  const beams = times(pen.time.lit ? 3 : 0, (index) => {
    const x = middle + (index - 1) * half * 0.8
    return path(d`M${x - 5} 0h10L${x + 70} ${height}h-140z`, pen.own('beam'), ' opacity=".1"')
  })
  const lights = times(3, (index) => {
    const w = half * (1.9 - index * 0.4)
    return box(middle - w / 2, top * ((index + 0.3) / 3.2), w, 4 - index, 'white', ' opacity=".9"')
  })
  const pane = (wall - top) * 0.34 * size
  const windows = times(4, (index) =>
    box(
      middle - half * 0.9 + index * half * 0.46,
      top + (wall - top) * 0.18,
      half * 0.38,
      pane,
      pen.colour('glass', 0.35),
      thin,
    ),
  )
  return (
    path(`M0 0H${width}V${height}H0z`, pen.colour('wall', 0.25, 0.05)) +
    path(d`M0 0L${left} ${top}V${wall}L0 ${height}z`, pen.colour('wall', 0.2)) +
    path(d`M${width} 0L${right} ${top}V${wall}L${width} ${height}z`, pen.colour('wall', 0.2, 0.16)) +
    path(d`M0 0H${width}L${right} ${top}H${left}z`, pen.colour('concrete', 0.3)) +
    box(left, top, half * 2, wall - top, pen.colour('wall', 0.55, 0.06)) +
    windows +
    lights +
    path(d`M${left} ${wall}H${right}L${width + 60} ${height}H-60z`, pen.colour(material, 0.12)) +
    line(seams + rows, pen.colour(material, 0.1, 0.14), 1.2) +
    beams
  )
}

/** Stands of a fair: walls, a banner, a counter. */
const booths = standing({ depth: 0.4, count: 3, zoom: 1.2 }, ({ pen, count, scale, tone, ink }) => {
  const colours = pen.isMirrored ? ['orange', 'blue', 'steel', 'green'] : ['blue', 'steel', 'orange', 'blue']
  return times(count, (index) => {
    const x = (index - (count - 1) / 2) * 132
    const fill = tone(colours[(index + Math.floor(pen.random() * 2)) % colours.length] ?? 'blue')
    const h = pen.between(82, 102)
    return (
      path(d`M${x + 52} ${-h}l14 -8V-8L${x + 52} 0z`, tone('steel', 0.2), ink) +
      box(x - 52, -h, 104, h, tone('paper'), ink) +
      box(x - 52, -h, 104, 22, fill, ink) +
      line(d`M${x - 31.2} ${11 - h}h62.4`, tone('paper'), 3.4) +
      box(x - 41.6, 32 - h, 35.4, 26, tone('glass'), ink) +
      line(d`M${x + 6.2} ${37 - h}h35.4m0 9h-35.4m0 9h22.9`, tone('steel', 0.1), 2.4) +
      box(x - 31.2, -20, 62.4, 20, tone('wall', 0.12), ink) +
      box(x - 35.4, -24, 70.7, 5, fill, ink) +
      line(d`M${x - 31.2} ${-h - 3}v-16m62.4 0v16`, tone('ink'), 1.2 / scale)
    )
  })
})

/** An audience seen from behind, at the lower edge; further in, people who stand, in `material` of orange with helmets. */
const people: Motif = (pen, { count = 7, depth = 0, size = 1, at, material = 'ink' }) => {
  const stands = depth > 0
  const s = pen.scale(depth) * size * (stands ? 1 : 1.25)
  const y = stands ? pen.foot(depth) - 44 * s : pen.height + 6
  const clothes =
    material === 'orange' ? ['orange'] : [material, 'dark', 'blue', 'dark', 'steel', 'ink', 'orange']
  const ink = outline(pen, Math.max(depth, 0.1), s)
  const shadow = `<ellipse cy="45" rx="20" ry="4" fill="${pen.colour('ink', 0)}" opacity=".13"/>`
  const legs = path(`M-13 ${-2 / s}h26l-3 46h-8l-2-34-2 34h-8z`, pen.colour('ink', depth + 0.1), ink)
  return times(count, (index) => {
    const x =
      at === undefined
        ? ((index + 0.5) / count) * pen.width + pen.between(-9, 9)
        : pen.x(at) + (index - (count - 1) / 2) * 46 * s
    const up = pen.between(-6, 6)
    const cloth = clothes[(index * 3 + Math.floor(pen.random() * 3)) % clothes.length] ?? 'dark'
    const half = stands ? 18 : 24
    const high = (32 - up) * (stands ? 1.05 : 1)
    const person =
      (stands ? shadow + legs : '') +
      path(
        d`M${-half} 0q0 ${-high * 0.92} ${half * 0.66} ${-high}h${half * 0.68}q${half * 0.66} ${high * 0.08} ${half * 0.66} ${high}z`,
        pen.colour(cloth, depth * 0.8 + 0.08),
        ink,
      ) +
      disc(0, up - 42, 11.5, pen.colour('ink', 0.08), ink) +
      box(-6, up - 33, 12, 4, pen.colour('wood', 0.05)) +
      (cloth === 'orange' && stands
        ? path(d`M-14 ${up - 43}q0 -13 14 -13t14 13z`, pen.colour('yellow', depth), ink)
        : '')
    return place(x, y, s, person)
  })
}

/** A stage with a screen and a lectern. */
const stage: Motif = (pen, { at = 0.5, size = 1, material = 'blue' }) => {
  const y = pen.horizon + (pen.height - pen.horizon) * 0.42
  const top = Math.max((14 - y) / size, -152)
  const ink = outline(pen, 0.3, size)
  const glass = pen.colour('glass', 0)
  const screens = [
    () =>
      times(5, (index) => {
        const h = pen.between(14, 62)
        return box(index * 33.3 - 79.4, -42 - h, 19.2, h, pen.colour(index === 3 ? 'orange' : 'glass', 0.1))
      }),
    () =>
      disc(-12.8, -78, 34, 'none', ` stroke="${glass}" stroke-width="${3 / size}"`) +
      line('M-46.8-78h68M-12.8-112q-22 34 0 68 22-34 0-68', glass, 2.4 / size),
    () => line('M-76.8-104h115.2m0 20h-115.2m0 20h64', pen.colour('glass', 0.05), 7),
  ]
  const screen = screens[Math.floor(pen.random() * 3)]?.() ?? ''
  const speaker =
    disc(0, -74, 11, pen.colour('wood', 0, 0.06), ink) +
    path('M-11-78q1-12 12-12t11 12q-12-6-23 0z', pen.colour('ink', 0)) +
    path('M-21-34q0-27 21-27t21 27z', pen.colour('dark', 0), ink) +
    path('M-4-61h8l-4 14z', pen.colour('paper', 0)) +
    path('M-26-42h52l-6 44h-40z', pen.colour('wall', 0, 0.04), ink) +
    path('M8-42h18l-6 44H6z', pen.colour('wall', 0, 0.2)) +
    box(-31, -46, 62, 6, pen.colour(material === 'blue' ? 'orange' : 'blue', 0), ink) +
    line('M-12-46q-3-9 4-12M12-46q3-9-4-12', pen.colour('ink', 0), 2)
  return place(
    pen.x(at),
    y,
    size,
    box(-128, top, 256, -30 - top, pen.colour(material, 0.08), ink) +
      path(d`M-123 ${top + 5}H25.6L-64 -35h-59z`, 'white', ' opacity=".08"') +
      screen +
      path('M-160-12h320L179.2 6h-358.4z', pen.colour('wood', 0.2), ink) +
      box(-179.2, 6, 358.4, 12, pen.colour('wood', 0.2, 0.22), ink) +
      place(pen.isMirrored ? -110 : 110, -4, tenth(size * 1.1) / size, speaker),
  )
}

/** A bench with instruments. */
const bench: Motif = (pen, { at = 0.5, depth = 0.15, size = 1, material = 'paper' }) => {
  const s = pen.scale(depth) * size * 1.15
  const ink = outline(pen, depth)
  const liquid = pen.pick(['orange', 'blue', 'green', 'yellow']) ?? 'blue'
  const tone = (name: string, shade = 0) => pen.colour(name, depth, shade)
  const table =
    path('M-150-26 -132-36H192L206-26z', tone('paper'), ink) +
    box(-150, -26, 356, 8, tone('steel'), ink) +
    box(-140, -18, 90, 40, tone(material, 0.04), ink) +
    box(-44, -18, 90, 40, tone(material, 0.1), ink) +
    box(52, -18, 90, 40, tone(material, 0.04), ink) +
    box(148, -18, 52, 40, tone(material, 0.16), ink) +
    line('M-104-6h18M-8-6h18M88-6h18', tone('dark'), 3)
  const flask =
    path('M-78-62v-16h-3v-5h18v5h-3v16l17 30q2 6-5 6h-36q-7 0-5-6z', tone('glass'), ink) +
    path('M-86-47h28l11 19q1 3-4 3h-42q-5 0-4-3z', tone(liquid))
  const screen =
    box(-28, -92, 66, 46, tone('dark'), ink) +
    box(-23, -87, 56, 34, tone('ink')) +
    line('M-20-66l9-3 6-12 8 22 7-14 6 5h13', tone('ember'), 2.2) +
    box(-2, -46, 14, 12, tone('dark'), ink) +
    box(-16, -36, 42, 4, tone('dark'), ink)
  const scope =
    path('M66-32h44v6H66zM92-32q20-14 6-38l8-5q22 34 0 48z', tone('steel'), ink) +
    path('M72-92l12-6 20 38-12 6z', tone('paper'), ink) +
    path('M86-58l12-6 4 9-12 6z', tone('dark'), ink) +
    box(68, -44, 26, 5, tone('dark'), ink)
  const rack = times(
    5,
    (index) =>
      path(`M${124 + index * 11} -64v32q3 5 6 0v-32z`, tone('glass'), ink) +
      box(124.6 + index * 11, -50 + (index % 3) * 5, 4.8, 15, tone(index % 2 ? liquid : 'red')),
  )
  return place(pen.x(at) - 20 * s, pen.foot(depth), tenth(s), table + flask + screen + scope + rack)
}

/** An arm of several joints on a base. */
const arm: Motif = (pen, { at = 0.6, depth = 0.2, size = 1, material = 'orange' }) => {
  const s = pen.scale(depth) * size * 1.2
  const ink = outline(pen, depth)
  const tone = (name: string) => pen.colour(name, depth)
  const limb = (d: string, width: number) =>
    line(d, tone('ink'), width + 4 / 1.2) + line(d, tone(material), width)
  const joint = (x: number, y: number, r: number, inner: number) =>
    disc(x, y, r, tone('dark'), ink) + disc(x, y, inner, tone('steel'))
  const limbs =
    limb('M0-34-26-104', 19) +
    line('M-5-42-27-100', tone('paper'), 3, ' opacity=".5"') +
    limb('M-26-104 52-132', 15) +
    limb('M52-132 78-96', 10) +
    joint(-26, -104, 13, 5) +
    joint(52, -132, 10, 4) +
    line('M70-88q-10 10-4 24M86-88q12 8 8 22', tone('ink'), 5) +
    box(68, -98, 20, 11, tone('dark'), ink)
  const drawn =
    `<ellipse cy="2" rx="58" ry="6" fill="${tone('ink')}" opacity=".14"/>` +
    path('M-34 0l6-16h56l6 16z', tone('dark'), ink) +
    path('M-22-16q0-22 22-22t22 22z', tone('steel'), ink) +
    d`<g transform="rotate(${pen.between(-14, 14)} 0 -34)">` +
    `${limbs}</g>${joint(0, -34, 14, 5.5)}`
  return place(pen.x(at), pen.foot(depth), tenth(s), drawn, pen.isMirrored ? ' scale(-1 1)' : '')
}

/** Shelves with boxes and drums. */
const shelves = standing({ depth: 0.45, count: 3, zoom: 1.25 }, ({ pen, depth, count, tone, ink }) => {
  const goods = ['wood', 'orange', 'blue', 'steel', 'wood', 'green', 'red']
  return times(count, (index) => {
    const left = (index - count / 2) * 116
    const bay = times(4, (row) => {
      const floor = -6 - row * 33
      let put = ''
      for (let x = left + 7; x < left + 92; ) {
        const [w, h] = [pen.between(15, 29), pen.between(14, 24)]
        const colour = pen.pick(goods) ?? 'wood'
        if (pen.random() > 0.16)
          put +=
            box(x, floor - h, w, h, tone(colour), ink) +
            box(x + w * 0.36, floor - h, w * 0.22, h * 0.4, tone('paper'), ' opacity=".6"')
        x += w + 3
      }
      return put + box(left, floor, 112, 4.5, tone('orange'), ink)
    })
    return (
      box(left + 3, -142, 106, 142, pen.colour('dark', depth + 0.1), ' opacity=".35"') +
      bay +
      box(left, -146, 5, 146, tone('blue'), ink) +
      box(left + 107, -146, 5, 146, tone('blue', 0.15), ink)
    )
  })
})

/** Cones in a row, for drills. */
const cones = standing({ count: 5, depth: 0.05 }, ({ count, tone, ink }) =>
  times(count, (index) => {
    const x = (index - (count - 1) / 2) * 58
    return (
      box(x - 13, 1, 26, 4, tone('dark'), ink) +
      path(d`M${x - 3} -27h6l7 28h-20z`, tone('orange'), ink) +
      path(d`M${x - 5} -18h10l2 8h-14z`, tone('paper'))
    )
  }),
)

export const INSIDE = { room, booths, people, stage, bench, arm, shelves, cones }
