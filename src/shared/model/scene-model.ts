// Declares scenes: rules and data of the drawings used where nothing was uploaded.

/** Which part of the sky, the air and the light an hour has; colours as `#rrggbb`. */
export interface SceneTime {
  readonly name: string
  /** From the top down to the horizon. */
  readonly sky: readonly [string, string, string]
  readonly sun: string
  /** Colour into which distant things fade. */
  readonly haze: string
  /** Colour of the tint over the whole scene; `dim` is its strength. */
  readonly shade: string
  readonly dim: number
  /** Lamps and windows are lit. */
  readonly lit?: boolean
  /** Instead of the sun there is the moon, and there are stars. */
  readonly moon?: boolean
}

export const WEATHERS = ['clear', 'cloudy', 'rain', 'snow', 'fog'] as const
export type Weather = (typeof WEATHERS)[number]

/** One thing that is drawn; what it means is the motif's. */
export interface Layer {
  readonly draw: string
  /** 0 is near, 1 is at the horizon. */
  readonly depth?: number
  /** Across the subject's part of the picture, from 0 to 1. */
  readonly at?: number
  readonly size?: number
  readonly count?: number
  readonly material?: string
  /** Illustrations of the family of the palette, one of which is taken. */
  readonly of?: readonly string[]
}

export interface Palette {
  /** The parameter family whose illustrations can be set into scenes. */
  readonly family: string
  readonly materials: Readonly<Record<string, string>> & { readonly ink: string }
  readonly times: readonly SceneTime[]
}

export interface Scene {
  readonly name: string
  readonly title: string
  /** Names of times, at least one. */
  readonly times: readonly string[]
  readonly weathers: readonly Weather[]
  /** One of them is taken; each from the back to the front. */
  readonly compositions: readonly (readonly Layer[])[]
}

export interface Scenes {
  readonly palette: Palette
  readonly scenes: readonly Scene[]
}

/** Wide for heads of pages, card for lists, tall for what stands upright. */
export const CROPS = ['wide', 'card', 'tall'] as const
export type Crop = (typeof CROPS)[number]

/** How many variants every scene has. */
export const VARIANTS = 48
