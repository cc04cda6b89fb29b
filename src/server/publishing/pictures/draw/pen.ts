// Provides the drawing tools of a scene's motifs: frame, perspective, colours by air and light, random numbers.
import type { Layer, SceneTime } from '#shared/model/scene-model.ts'

interface Frame {
  readonly width: number
  readonly height: number
  /** Height at which the ground ends. */
  readonly horizon: number
  /** Between which shares of the width the subject stands; beside it a page may write. */
  readonly subject: readonly [from: number, to: number]
}

export interface Thing {
  /** Inside of an illustration of 240 by 160, with what its root says. */
  readonly body: string
}

export interface Pen extends Frame {
  readonly time: SceneTime
  readonly isMirrored: boolean
  readonly random: () => number
  /** A number between two, by chance. */
  readonly between: (from: number, to: number) => number
  readonly pick: <One>(list: readonly One[]) => One | undefined
  /** The colour of a material as it looks at that distance and time: 0 near, 1 at the horizon; `shade` darkens. */
  readonly colour: (material: string, depth: number, shade?: number) => string
  /** Its own colour, which no hour changes: of what gives light. */
  readonly own: (material: string) => string
  /** Returns the horizontal position of the share `at` (0 to 1) of the subject, mirrored where the scene is. */
  readonly x: (at: number) => number
  /** Returns the vertical position on the ground of a thing at that distance. */
  readonly foot: (depth: number) => number
  /** How large a thing at that distance is. */
  readonly scale: (depth: number) => number
  readonly thing: (id: string) => Thing | undefined
}

export type Motif = (pen: Pen, layer: Layer) => string

/** To tenths, so that a drawing of many sizes has few. */
export const tenth = (value: number): number => Math.round(value * 10) / 10
export const n = (value: number): string => String(tenth(value))

/** A path whose numbers are rounded. */
export const d = (parts: TemplateStringsArray, ...values: readonly number[]): string =>
  String.raw({ raw: parts }, ...values.map(n))

export const points = (list: readonly (readonly [number, number])[]): string =>
  list.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')

export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: Math.max(0, Math.round(count)) }, (_, index) => draw(index)).join('')

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`

export const box = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  w <= 0 || h <= 0 ? '' : path(d`M${x} ${y}h${w}v${h}h${-w}z`, fill, more)

export const disc = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more}/>`

export const line = (d: string, stroke: string, width: number, more = ''): string =>
  `<path d="${d}" stroke="${stroke}" stroke-width="${Math.round(width * 100) / 100}"${more}/>`

/** Puts what was drawn in units of its own, around 0 0, to its position and size. */
export const place = (x: number, y: number, scale: number, drawn: string, turn = ''): string =>
  `<g transform="translate(${n(x)} ${n(y)})${turn} scale(${Math.round(scale * 1000) / 1000})">${drawn}</g>`

/**
 * Returns the outline of a thing: near things as in the illustrations, farther ones thinner, far ones none; as wide on
 * a thing that is drawn at that scale.
 */
export function outline(pen: Pen, depth: number, scale = 1): string {
  if (depth > 0.62) return ''
  const width = Math.round(((depth < 0.3 ? 2 : 1.2) / scale) * 100) / 100
  return ` stroke="${pen.colour('ink', depth < 0.3 ? 0 : depth * 0.8)}" stroke-width="${width}"`
}

export interface Sketch extends Required<Pick<Layer, 'depth' | 'count' | 'material'>> {
  readonly pen: Pen
  readonly scale: number
  /** The colour of a material at the distance of the thing. */
  readonly tone: (material: string, shade?: number) => string
  readonly ink: string
}

/** Makes the motif of a thing that stands on the ground, drawn in units of its own; its layer overrides the defaults. */
export function standing(
  { zoom = 1, ...defaults }: Partial<Layer> & { readonly zoom?: number },
  draw: (sketch: Sketch) => string,
): Motif {
  return (pen, layer) => {
    const merged = { depth: 0.5, at: 0.5, size: 1, count: 1, material: 'ink', ...defaults, ...layer }
    const { depth, at, size, count, material } = merged
    const scale = pen.scale(depth) * size * zoom
    const tone = (name: string, shade = 0) => pen.colour(name, depth, shade)
    const ink = outline(pen, depth, scale)
    const drawn = draw({ pen, scale, tone, ink, depth, count, material })
    return place(pen.x(at), pen.foot(depth), scale, drawn)
  }
}

const parse = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

export function mixColors(one: string, other: string, share: number): string {
  const to = parse(other)
  const kept = Math.max(0, Math.min(1, share))
  return `#${parse(one)
    .map((value, index) =>
      Math.round(value + ((to[index] ?? 0) - value) * kept)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
