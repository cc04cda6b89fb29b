// Composes a scene: chooses hour, weather, side and random seed of a variant, and draws its layers in order.

import { randomOf } from '#shared/formats/seeded-random.ts'
import type { Crop, Layer, Palette, Scene, SceneTime, Weather } from '#shared/model/scene-model.ts'
import { BUILDINGS } from './buildings.ts'
import { INSIDE } from './inside.ts'
import { LAND } from './land.ts'
import { type Motif, mixColors, type Pen, type Thing } from './pen.ts'
import { drawSky, drawWeather, SKY } from './sky.ts'
import { WATER } from './water.ts'
import { WORKS } from './works.ts'

export const MOTIFS: Readonly<Record<string, Motif>> = {
  ...SKY,
  ...LAND,
  ...WATER,
  ...BUILDINGS,
  ...WORKS,
  ...INSIDE,
}

const FRAMES = {
  // At the left of a wide one stands the page's title.
  wide: { width: 1000, height: 230, horizon: 122, subject: [0.42, 1], zoom: 0.84 },
  card: { width: 480, height: 270, horizon: 146, subject: [0, 1], zoom: 1 },
  tall: { width: 300, height: 400, horizon: 226, subject: [-0.14, 1.14], zoom: 1 },
} as const

interface SceneRequest {
  readonly scene: Scene
  readonly palette: Palette
  readonly variant: number
  readonly crop: Crop
  /** The id of the illustration in the foreground, if any. */
  readonly front?: string
  readonly thing: (id: string) => Thing | undefined
}

export function composeScene({ scene, palette, variant, crop, front, thing }: SceneRequest): string {
  const frame = FRAMES[crop]
  const random = randomOf(`${scene.name} ${variant}`)
  const hours = scene.times.flatMap((name) => palette.times.find((time) => time.name === name) ?? [])
  const time = hours[variant % hours.length] as SceneTime
  const turn = Math.floor(variant / hours.length)
  const weather = scene.weathers[(variant * 7 + turn) % scene.weathers.length] ?? 'clear'
  const layers = scene.compositions[(variant + turn) % scene.compositions.length] ?? []
  const pen = penOf(frame, time, weather, palette, (variant * 5 + turn) % 3 === 1, random, thing)
  const isTaken = ({ draw, depth = 0.1 }: Layer) => front !== undefined && draw === 'thing' && depth < 0.4
  const drawn = layers
    .filter((layer) => !isTaken(layer))
    .map((layer) => MOTIFS[layer.draw]?.(pen, layer) ?? '')
  const found = front === undefined ? undefined : thing(front)
  const last = found
    ? (WORKS.thing(pen, {
        draw: 'thing',
        of: [front ?? ''],
        at: crop === 'card' ? 0.52 : 0.55,
        depth: 0.06,
        size: 0.96,
      }) ?? '')
    : ''
  const tint = time.lit
    ? `<path d="M0 0h${frame.width}v${frame.height}H0z" fill="${time.shade}" opacity=".1"/>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" preserveAspectRatio="xMidYMid slice" fill="none" stroke-linejoin="round" stroke-linecap="round">${drawSky(pen, weather)}${drawn.join('')}${tint}${last}${drawWeather(pen, weather)}</svg>`
}

function penOf(
  frame: (typeof FRAMES)[Crop],
  time: SceneTime,
  weather: Weather,
  palette: Palette,
  isMirrored: boolean,
  random: () => number,
  thing: SceneRequest['thing'],
): Pen {
  const { width, height, horizon, subject, zoom } = frame
  const { ink } = palette.materials
  const thick = weather === 'fog' ? 0.95 : weather === 'rain' || weather === 'snow' ? 0.82 : 0.68
  const own = (material: string) => palette.materials[material] ?? ink
  return {
    ...frame,
    own,
    time,
    isMirrored,
    random,
    between: (from, to) => from + random() * (to - from),
    pick: (list) => list[Math.floor(random() * list.length)],
    colour(material, depth, shade = 0) {
      const shaded = mixColors(own(material), ink, shade)
      const lit = mixColors(shaded, time.shade, material === 'ink' ? time.dim * 0.4 : time.dim)
      return mixColors(lit, time.haze, Math.max(0, depth) ** 1.7 * thick)
    },
    x: (at) => width * (subject[0] + (isMirrored ? 1 - at : at) * (subject[1] - subject[0])),
    foot: (depth) => horizon + (height - 22 - horizon) * (1 - depth) ** 1.35,
    scale: (depth) => (0.32 + 0.68 * (1 - depth)) * zoom,
    thing,
  }
}
