// Draws the sky of a scene by its hour: sun or moon, stars, clouds, rain and snow.
import type { Weather } from '#shared/model/scene-model.ts'
import { box, d, disc, line, type Motif, mixColors, n, type Pen, path, place, tenth, times } from './pen.ts'

/** The whole ground of the picture; a gradient is named, as a picture is a document of its own. */
export function drawSky(pen: Pen, weather: Weather): string {
  const { width, height, horizon, time, between } = pen
  const grey = weather === 'rain' ? 0.45 : weather === 'cloudy' || weather === 'snow' ? 0.22 : 0
  const [top, middle, low] = time.sky.map((one) => mixColors(one, pen.own(time.lit ? 'ink' : 'rock'), grey))
  // Light comes from the left, so the sun stands there.
  const x = width * between(0.14, 0.38)
  const y = horizon * (time.lit ? between(0.22, 0.4) : between(0.3, 0.72))
  const r = between(15, 22)
  const isHidden = weather === 'rain' || weather === 'snow'
  return [
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${low}"/></linearGradient>`,
    box(0, 0, width, height, 'url(#sky)'),
    time.moon && !isHidden
      ? times(26, () =>
          disc(between(0, width), between(4, horizon * 0.8), between(0.5, 1.1), 'white', ' opacity=".7"'),
        )
      : '',
    isHidden
      ? ''
      : [4.2, 2.8, 1.8].map((share) => disc(x, y, r * share, time.sun, ' opacity=".13"')).join('') +
        disc(x, y, r, time.sun),
    time.moon && !isHidden
      ? disc(x + r * 0.42, y - r * 0.22, r * 0.86, mixColors(time.sky[0], time.sky[1], 0.4))
      : '',
    clouds(pen, weather),
  ].join('')
}

/** Rows of rounded bars: flat below, light above. */
function clouds(pen: Pen, weather: Weather): string {
  const { width, horizon, time, between, random } = pen
  const count = weather === 'clear' ? 2 + random() * 2 : weather === 'fog' ? 2 : 6 + random() * 3
  const light = mixColors(time.sky[2], pen.own('paper'), time.lit ? 0.06 : 0.55)
  const dark = mixColors(time.sky[1], pen.own(time.lit ? 'ink' : 'rock'), weather === 'rain' ? 0.5 : 0.16)
  return times(count, (index) => {
    const size = between(0.6, 1.3) * (weather === 'clear' ? 0.8 : 1.35)
    const x = ((index + random() * 0.8) / count) * width
    const y = between(horizon * 0.06, horizon * 0.55)
    const isClear = weather === 'clear'
    const fill = index % 2 && !isClear ? dark : light
    return place(x, y, size, path(CLOUD, fill, ` opacity="${isClear ? 0.85 : 0.8}"`))
  })
}

const CLOUD = 'M-42 12a10 10 0 0 1 8-19a17 17 0 0 1 30-9a13 13 0 0 1 22 9a10 10 0 0 1 14 19z'

/** Draws the weather between the scene and the viewer. */
export function drawWeather(pen: Pen, weather: Weather): string {
  const { width, height, horizon, time, between } = pen
  if (weather === 'rain')
    return line(
      times(width / 8, () => {
        const long = between(9, 20)
        return d`M${between(-10, width + 30)} ${between(-10, height)}l${-long * 0.32} ${long}`
      }),
      mixColors(time.haze, pen.own('paper'), 0.5),
      1.4,
      ' opacity=".5"',
    )
  if (weather === 'snow')
    return `<g fill="white" opacity=".9">${times(width / 8, () => disc(between(0, width), between(0, height), between(0.9, 2.9), 'white'))}</g>`
  if (weather === 'fog')
    return times(3, (index) => {
      const y = horizon - 34 + index * 26
      return path(
        d`M0 ${y}q${width * 0.25} ${between(-16, 4)} ${width * 0.5} 0t${width * 0.5} 0v22q${-width * 0.25} ${between(2, 14)} ${-width * 0.5} 0t${-width * 0.5} 0z`,
        time.haze,
        ' opacity=".5"',
      )
    })
  return ''
}

const plane: Motif = (pen, { depth = 0.4, at = 0.6, size = 1 }) => {
  const s = size * pen.scale(depth) * 1.3
  const tone = (material: string, shade = 0) => pen.colour(material, depth * 0.4, shade)
  const ink = ` stroke="${tone('ink')}" stroke-width="${n(1.6 / s)}"`
  const y = pen.horizon * pen.between(0.3, 0.5)
  const drawn =
    path('M8-3 30-32h10L28-3z', tone('steel'), ink) +
    path('M-62-22h9l14 19h-18z', tone('blue'), ink) +
    path('M-58 0q2-7 14-7H52q16 0 22 8-4 6-16 6H-30q-22 0-28-7z', tone('paper'), ink) +
    path('M-50 2H72q-5 5-14 5H-30q-14 0-20-5z', tone('blue')) +
    path('M4 3-22 34h10L26 3z', tone('steel', 0.1), ink) +
    line('M-36-2H50', pen.colour('ink', 0.3), 1.6, ' stroke-dasharray="2.4 4"')
  return place(pen.x(at), y, tenth(s), drawn, ' rotate(-9)')
}

const birds: Motif = (pen, { count = 4, at = 0.5 }) =>
  line(
    times(count, (index) => {
      const x = pen.x(at) + (index - count / 2) * 20 + pen.between(-6, 6)
      return d`M${x - 6} ${pen.horizon * pen.between(0.2, 0.5) - 3}q4 -2 6 3q3 -5 7 -2`
    }),
    pen.colour('ink', 0.5),
    1.3,
  )

export const SKY = { plane, birds }
