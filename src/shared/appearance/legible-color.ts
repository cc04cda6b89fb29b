// Makes a colour legible on a background: lighter on a dark one, darker on a light one, by no more than needed.

type Channels = readonly [number, number, number]

const WHITE: Channels = [255, 255, 255]
const BLACK: Channels = [0, 0, 0]
const STEP = 0.02

/** `hex`: such as `#0B4EA2`, or short. */
function toChannels(hex: string): Channels {
  const digits = hex.slice(1)
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

const toHex = (channels: Channels): string =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

function luminance(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** As WCAG 2.2 has it, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(toChannels(one)), luminance(toChannels(other))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** `share` of `one`, from 0 to 1, the rest of `other`. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [toChannels(one), toChannels(other)]
  const at = (index: 0 | 1 | 2): number => a[index] * share + b[index] * (1 - share)
  return toHex([at(0), at(1), at(2)])
}

/**
 * Returns a colour with at least the contrast `least` (WCAG 2.2, 1 to 21) on the background: the colour itself if
 * it suffices, otherwise mixed with white on a dark background or black on a light one, by no more than needed. If
 * no mixture suffices, the result is white or black.
 *
 * @example
 * legibleOn('#0b4ea2', '#ffffff', 4.5) // → '#0b4ea2'
 * legibleOn('#ffffff', '#ffffff', 21) // → '#000000'
 */
export function legibleOn(color: string, background: string, least: number): string {
  const end = toHex(luminance(toChannels(background)) < 0.18 ? WHITE : BLACK)
  for (let share = 0; share < 1; share += STEP) {
    const made = mix(end, color, share)
    if (contrastOf(made, background) >= least) return made
  }
  return end
}
