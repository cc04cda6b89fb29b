// Draws the rooms of a scene: halls, laboratories, stores, press rooms.
import { box, disc, line, type Motif, n, outline, type Pen, path, points, times } from './pen.ts'

const thin = (pen: Pen): string => ` stroke="${pen.colour('ink', 0.55)}" stroke-width="1.2"`

/** Draws walls, ceiling lights and a floor in perspective; the far wall is as wide as the subject. */
const room: Motif = (pen, { material = 'floor', size = 1 }) => {
  const { width, height, horizon } = pen
  const middle = pen.x(0.5)
  const half = width * 0.3
  const top = horizon * 0.3
  const wall = horizon + 8
  const seams = times(9, (index) => {
    const share = index / 8
    return `M${n(middle - half + share * half * 2)} ${n(wall)}L${n(width * (share * 1.9 - 0.45))} ${height}`
  })
  const rows = times(4, (index) => {
    const near = ((index + 0.6) / 4) ** 1.7
    const y = n(wall + (height - wall) * near)
    return `M${n((middle - half) * (1 - near) - 60 * near)} ${y}H${n((middle + half) * (1 - near) + (width + 60) * near)}`
  })
  const beams = pen.time.lit
    ? times(3, (index) => {
        const x = middle + (index - 1) * half * 0.8
        return path(`M${n(x - 5)} 0h10L${n(x + 70)} ${height}h-140z`, pen.own('beam'), ' opacity=".1"')
      })
    : ''
  const lights = times(3, (index) => {
    const y = top * ((index + 0.3) / 3.2)
    const w = half * (1.9 - index * 0.4)
    return box(middle - w / 2, y, w, 4 - index, 'white', ' opacity=".9"')
  })
  const windows = times(4, (index) =>
    box(
      middle - half * 0.9 + index * half * 0.46,
      top + (wall - top) * 0.18,
      half * 0.38,
      (wall - top) * 0.34 * size,
      pen.colour('glass', 0.35),
      thin(pen),
    ),
  )
  return (
    path(`M0 0H${width}V${height}H0z`, pen.colour('wall', 0.25, 0.05)) +
    path(
      `${points([
        [0, 0],
        [middle - half, top],
        [middle - half, wall],
        [0, height],
      ])}z`,
      pen.colour('wall', 0.2),
    ) +
    path(
      `${points([
        [width, 0],
        [middle + half, top],
        [middle + half, wall],
        [width, height],
      ])}z`,
      pen.colour('wall', 0.2, 0.16),
    ) +
    path(
      `${points([
        [0, 0],
        [width, 0],
        [middle + half, top],
        [middle - half, top],
      ])}z`,
      pen.colour('concrete', 0.3),
    ) +
    box(middle - half, top, half * 2, wall - top, pen.colour('wall', 0.55, 0.06)) +
    windows +
    lights +
    path(
      `${points([
        [middle - half, wall],
        [middle + half, wall],
        [width + 60, height],
        [-60, height],
      ])}z`,
      pen.colour(material, 0.12),
    ) +
    line(seams + rows, pen.colour(material, 0.1, 0.14), 1.2) +
    beams
  )
}

/** Stands of a fair: walls, a banner, a counter. */
const booths: Motif = (pen, { depth = 0.4, count = 3, at = 0.5, size = 1 }) => {
  const s = pen.scale(depth) * size * 1.2
  const ink = outline(pen, depth)
  const y = pen.foot(depth)
  const colours = pen.isMirrored ? ['orange', 'blue', 'steel', 'green'] : ['blue', 'steel', 'orange', 'blue']
  return times(count, (index) => {
    const x = pen.x(at) + (index - (count - 1) / 2) * 132 * s
    const fill = pen.colour(colours[(index + Math.floor(pen.random() * 2)) % colours.length] ?? 'blue', depth)
    const w = 104 * s
    const h = pen.between(82, 102) * s
    return (
      path(
        `${points([
          [x + w / 2, y - h],
          [x + w / 2 + 14 * s, y - h - 8 * s],
          [x + w / 2 + 14 * s, y - 8 * s],
          [x + w / 2, y],
        ])}z`,
        pen.colour('steel', depth, 0.2),
        ink,
      ) +
      box(x - w / 2, y - h, w, h, pen.colour('paper', depth), ink) +
      box(x - w / 2, y - h, w, 22 * s, fill, ink) +
      line(`M${n(x - w * 0.3)} ${n(y - h + 11 * s)}h${n(w * 0.6)}`, pen.colour('paper', depth), 3.4 * s) +
      box(x - w * 0.4, y - h + 32 * s, w * 0.34, 26 * s, pen.colour('glass', depth), ink) +
      line(
        `M${n(x + w * 0.06)} ${n(y - h + 37 * s)}h${n(w * 0.34)}m0 ${n(9 * s)}h${n(-w * 0.34)}m0 ${n(9 * s)}h${n(w * 0.22)}`,
        pen.colour('steel', depth, 0.1),
        2.4 * s,
      ) +
      box(x - w * 0.3, y - 20 * s, w * 0.6, 20 * s, pen.colour('wall', depth, 0.12), ink) +
      box(x - w * 0.34, y - 24 * s, w * 0.68, 5 * s, fill, ink) +
      line(
        `M${n(x - w * 0.3)} ${n(y - h - 3)}v${n(-16 * s)}m${n(w * 0.6)} 0v${n(16 * s)}`,
        pen.colour('ink', depth),
        1.2,
      )
    )
  })
}

/** An audience seen from behind, at the lower edge; further in, people who stand, in `material` of orange with helmets. */
const people: Motif = (pen, { count = 7, depth = 0, size = 1, at, material = 'ink' }) => {
  const s = pen.scale(depth) * size * (depth > 0 ? 1 : 1.25)
  const stands = depth > 0
  const y = stands ? pen.foot(depth) - 44 * s : pen.height + 6
  const clothes =
    material === 'orange' ? ['orange'] : [material, 'dark', 'blue', 'dark', 'steel', 'ink', 'orange']
  const ink = outline(pen, Math.max(depth, 0.1))
  return times(count, (index) => {
    const x =
      at === undefined
        ? ((index + 0.5) / count) * pen.width + pen.between(-9, 9)
        : pen.x(at) + (index - (count - 1) / 2) * 46 * s
    const up = pen.between(-6, 6) * s
    const cloth = clothes[(index * 3 + Math.floor(pen.random() * 3)) % clothes.length] ?? 'dark'
    const helmet =
      cloth === 'orange' && stands
        ? path(
            `M${n(x - 14 * s)} ${n(y - 43 * s + up)}q0 ${n(-13 * s)} ${n(14 * s)} ${n(-13 * s)}t${n(14 * s)} ${n(13 * s)}z`,
            pen.colour('yellow', depth),
            ink,
          )
        : ''
    const legs = stands
      ? path(
          `M${n(x - 13 * s)} ${n(y - 2)}h${n(26 * s)}l${n(-3 * s)} ${n(46 * s)}h${n(-8 * s)}l${n(-2 * s)} ${n(-34 * s)} ${n(-2 * s)} ${n(34 * s)}h${n(-8 * s)}z`,
          pen.colour('ink', depth + 0.1),
          ink,
        )
      : ''
    const half = (stands ? 18 : 24) * s
    const high = (32 * s - up) * (stands ? 1.05 : 1)
    return (
      (stands
        ? `<ellipse cx="${n(x)}" cy="${n(y + 45 * s)}" rx="${n(20 * s)}" ry="${n(4 * s)}" fill="${pen.colour('ink', 0)}" opacity=".13"/>`
        : '') +
      legs +
      path(
        `M${n(x - half)} ${n(y)}q0 ${n(-high * 0.92)} ${n(half * 0.66)} ${n(-high)}h${n(half * 0.68)}q${n(half * 0.66)} ${n(high * 0.08)} ${n(half * 0.66)} ${n(high)}z`,
        pen.colour(cloth, depth * 0.8 + 0.08),
        ink,
      ) +
      disc(x, y - 42 * s + up, 11.5 * s, pen.colour('ink', 0.08), ink) +
      path(
        `M${n(x - 6 * s)} ${n(y - 33 * s + up)}h${n(12 * s)}v${n(4 * s)}h${n(-12 * s)}z`,
        pen.colour('wood', 0.05),
      ) +
      helmet
    )
  })
}

/** A stage with a screen and a lectern. */
const stage: Motif = (pen, { at = 0.5, size = 1, material = 'blue' }) => {
  const { horizon, height } = pen
  const x = pen.x(at)
  const half = 128 * size
  const y = horizon + (height - horizon) * 0.42
  const top = Math.max(14, y - 152 * size)
  const side = pen.isMirrored ? -1 : 1
  const ink = outline(pen, 0.3)
  const look = Math.floor(pen.random() * 3)
  const screen =
    look === 0
      ? times(5, (index) => {
          const h = pen.between(14, 62) * size
          return box(
            x - half * 0.62 + index * half * 0.26,
            y - 42 * size - h,
            half * 0.15,
            h,
            pen.colour(index === 3 ? 'orange' : 'glass', 0.1),
          )
        })
      : look === 1
        ? disc(
            x - half * 0.1,
            y - 78 * size,
            34 * size,
            'none',
            ` stroke="${pen.colour('glass', 0)}" stroke-width="3"`,
          ) +
          line(
            `M${n(x - half * 0.1 - 34 * size)} ${n(y - 78 * size)}h${n(68 * size)}M${n(x - half * 0.1)} ${n(y - 112 * size)}q${n(-22 * size)} ${n(34 * size)} 0 ${n(68 * size)}q${n(22 * size)} ${n(-34 * size)} 0 ${n(-68 * size)}`,
            pen.colour('glass', 0),
            2.4,
          )
        : line(
            `M${n(x - half * 0.6)} ${n(y - 104 * size)}h${n(half * 0.9)}m0 ${n(20 * size)}h${n(-half * 0.9)}m0 ${n(20 * size)}h${n(half * 0.5)}`,
            pen.colour('glass', 0.05),
            7 * size,
          )
  return (
    box(x - half, top, half * 2, y - 30 * size - top, pen.colour(material, 0.08), ink) +
    path(
      `${points([
        [x - half + 5, top + 5],
        [x + half * 0.2, top + 5],
        [x - half * 0.5, y - 35 * size],
        [x - half + 5, y - 35 * size],
      ])}z`,
      'white',
      ' opacity=".08"',
    ) +
    screen +
    path(
      `${points([
        [x - half * 1.25, y - 12 * size],
        [x + half * 1.25, y - 12 * size],
        [x + half * 1.4, y + 6 * size],
        [x - half * 1.4, y + 6 * size],
      ])}z`,
      pen.colour('wood', 0.2),
      ink,
    ) +
    box(x - half * 1.4, y + 6 * size, half * 2.8, 12 * size, pen.colour('wood', 0.2, 0.22), ink) +
    `<g transform="translate(${n(x + side * half * 0.86)} ${n(y - 4 * size)}) scale(${n(size * 1.1)})">${disc(0, -74, 11, pen.colour('wood', 0, 0.06), ink)}${path('M-11-78q1-12 12-12t11 12q-12-6-23 0z', pen.colour('ink', 0))}${path('M-21-34q0-27 21-27t21 27z', pen.colour('dark', 0), ink)}${path('M-4-61h8l-4 14z', pen.colour('paper', 0))}${path('M-26-42h52l-6 44h-40z', pen.colour('wall', 0, 0.04), ink)}${path('M8-42h18l-6 44H6z', pen.colour('wall', 0, 0.2))}${box(-31, -46, 62, 6, pen.colour(material === 'blue' ? 'orange' : 'blue', 0), ink)}${line('M-12-46q-3-9 4-12M12-46q3-9-4-12', pen.colour('ink', 0), 2)}</g>`
  )
}

/** A bench with instruments. */
const bench: Motif = (pen, { at = 0.5, depth = 0.15, size = 1, material = 'paper' }) => {
  const s = pen.scale(depth) * size * 1.15
  const ink = outline(pen, depth)
  const [x, y] = [pen.x(at), pen.foot(depth)]
  const liquid = pen.pick(['orange', 'blue', 'green', 'yellow']) ?? 'blue'
  const c = (name: string, shade = 0) => pen.colour(name, depth, shade)
  const flask =
    path('M-78-62v-16h-3v-5h18v5h-3v16l17 30q2 6-5 6h-36q-7 0-5-6z', c('glass'), ink) +
    path('M-86-47h28l11 19q1 3-4 3h-42q-5 0-4-3z', c(liquid))
  const screen =
    box(-28, -92, 66, 46, c('dark'), ink) +
    box(-23, -87, 56, 34, c('ink')) +
    line('M-20-66l9-3 6-12 8 22 7-14 6 5h13', c('ember'), 2.2) +
    box(-2, -46, 14, 12, c('dark'), ink) +
    box(-16, -36, 42, 4, c('dark'), ink)
  const scope =
    path('M66-32h44v6H66zM92-32q20-14 6-38l8-5q22 34 0 48z', c('steel'), ink) +
    path('M72-92l12-6 20 38-12 6z', c('paper'), ink) +
    path('M86-58l12-6 4 9-12 6z', c('dark'), ink) +
    box(68, -44, 26, 5, c('dark'), ink)
  const rack = times(
    5,
    (index) =>
      path(`M${124 + index * 11} -64v32q3 5 6 0v-32z`, c('glass'), ink) +
      box(124.6 + index * 11, -50 + (index % 3) * 5, 4.8, 15, c(index % 2 ? liquid : 'red')),
  )
  return `<g transform="translate(${n(x - 20 * s)} ${n(y)}) scale(${n(s)})">${path('M-150-26 -132-36H192L206-26z', c('paper'), ink)}${box(-150, -26, 356, 8, c('steel'), ink)}${box(-140, -18, 90, 40, c(material, 0.04), ink)}${box(-44, -18, 90, 40, c(material, 0.1), ink)}${box(52, -18, 90, 40, c(material, 0.04), ink)}${box(148, -18, 52, 40, c(material, 0.16), ink)}${line('M-104-6h18M-8-6h18M88-6h18', c('dark'), 3)}${flask}${screen}${scope}${rack}</g>`
}

/** An arm of several joints on a base. */
const arm: Motif = (pen, { at = 0.6, depth = 0.2, size = 1, material = 'orange' }) => {
  const s = pen.scale(depth) * size * 1.2
  const ink = outline(pen, depth)
  const c = (name: string, shade = 0) => pen.colour(name, depth, shade)
  const bent = pen.between(-14, 14)
  const limb = (d: string, width: number) => line(d, c('ink'), width + 4 / 1.2) + line(d, c(material), width)
  return `<g transform="translate(${n(pen.x(at))} ${n(pen.foot(depth))}) scale(${n(pen.isMirrored ? -s : s)} ${n(s)})"><ellipse cy="2" rx="58" ry="6" fill="${c('ink')}" opacity=".14"/>${path('M-34 0l6-16h56l6 16z', c('dark'), ink)}${path('M-22-16q0-22 22-22t22 22z', c('steel'), ink)}<g transform="rotate(${n(bent)} 0 -34)">${limb('M0-34-26-104', 19)}${line('M-5-42-27-100', c('paper'), 3, ' opacity=".5"')}${limb('M-26-104 52-132', 15)}${limb('M52-132 78-96', 10)}${disc(-26, -104, 13, c('dark'), ink)}${disc(-26, -104, 5, c('steel'))}${disc(52, -132, 10, c('dark'), ink)}${disc(52, -132, 4, c('steel'))}${line('M70-88q-10 10-4 24M86-88q12 8 8 22', c('ink'), 5)}${box(68, -98, 20, 11, c('dark'), ink)}</g>${disc(0, -34, 14, c('dark'), ink)}${disc(0, -34, 5.5, c('steel'))}</g>`
}

/** Shelves with boxes and drums. */
const shelves: Motif = (pen, { depth = 0.45, count = 3, at = 0.5, size = 1 }) => {
  const s = pen.scale(depth) * size * 1.25
  const ink = outline(pen, depth)
  const y = pen.foot(depth)
  const goods = ['wood', 'orange', 'blue', 'steel', 'wood', 'green', 'red']
  return times(count, (index) => {
    const left = pen.x(at) + (index - count / 2) * 116 * s
    const bay = times(4, (row) => {
      const floor = y - 6 * s - row * 33 * s
      let x = left + 7 * s
      let put = ''
      while (x < left + 92 * s) {
        const w = pen.between(15, 29) * s
        const h = pen.between(14, 24) * s
        const colour = pen.pick(goods) ?? 'wood'
        if (pen.random() > 0.16)
          put +=
            box(x, floor - h, w, h, pen.colour(colour, depth), ink) +
            box(x + w * 0.36, floor - h, w * 0.22, h * 0.4, pen.colour('paper', depth), ' opacity=".6"')
        x += w + 3 * s
      }
      return put + box(left, floor, 112 * s, 4.5 * s, pen.colour('orange', depth), ink)
    })
    return (
      box(left + 3 * s, y - 142 * s, 106 * s, 142 * s, pen.colour('dark', depth + 0.1), ' opacity=".35"') +
      bay +
      box(left, y - 146 * s, 5 * s, 146 * s, pen.colour('blue', depth), ink) +
      box(left + 107 * s, y - 146 * s, 5 * s, 146 * s, pen.colour('blue', depth, 0.15), ink)
    )
  })
}

/** Cones in a row, for drills. */
const cones: Motif = (pen, { count = 5, depth = 0.05, at = 0.5, size = 1 }) => {
  const s = pen.scale(depth) * size
  const ink = outline(pen, depth)
  return times(count, (index) => {
    const x = pen.x(at) + (index - (count - 1) / 2) * 58 * s
    const y = pen.foot(depth) + 4
    return (
      box(x - 13 * s, y - 4 * s, 26 * s, 4 * s, pen.colour('dark', depth), ink) +
      path(
        `${points([
          [x - 3 * s, y - 32 * s],
          [x + 3 * s, y - 32 * s],
          [x + 10 * s, y - 4 * s],
          [x - 10 * s, y - 4 * s],
        ])}z`,
        pen.colour('orange', depth),
        ink,
      ) +
      path(
        `${points([
          [x - 5 * s, y - 23 * s],
          [x + 5 * s, y - 23 * s],
          [x + 7 * s, y - 15 * s],
          [x - 7 * s, y - 15 * s],
        ])}z`,
        pen.colour('paper', depth),
      )
    )
  })
}

export const INSIDE = { room, booths, people, stage, bench, arm, shelves, cones }
