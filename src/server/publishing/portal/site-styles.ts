// Writes the portal's colours as CSS: the declared ones, and their variants for dark mode and high contrast.

import { legibleOn, mix } from '#shared/appearance/legible-color.ts'
import { mediaOf, type Scheme, type Theme } from '#shared/appearance/theme.ts'
import { COLOR_TOKENS, DARK_TOKENS } from '#shared/generated/color-tokens.ts'
import type { Site } from '#shared/model/site.ts'

type Colors = Site['colors']
type Lines = Readonly<Record<string, string | undefined>>

/** WCAG 2.2 asks for 4.5, and for 7 where it shall be read well; a soft ground takes some of what text has. */
const USUAL = { text: 6, fill: 4.5 }
const HIGH = { text: 9, fill: 7 }
const SOFT = 0.28

const toKebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Text must be read on the ground, and white text on what is filled. */
function toLines(colors: Colors, background: string, least: typeof USUAL): Lines {
  const { primary, primaryDark, accentDark, alert, success } = colors
  const read = (color: string | undefined) => color && legibleOn(color, background, least.text)
  const fill = (color: string | undefined) => color && legibleOn(color, COLOR_TOKENS['on-dark'], least.fill)
  return {
    primary: read(primary),
    'primary-dark': read(primaryDark ?? primary),
    'primary-soft': primary && mix(primary, background, SOFT),
    fill: fill(primary),
    'fill-dark': fill(primaryDark ?? primary),
    'accent-dark': read(accentDark),
    'accent-fill': fill(accentDark),
    alert: read(alert),
    'alert-fill': fill(alert),
    success: read(success),
  }
}

function toBlock(lines: Lines, root: string): string {
  const declarations = Object.entries(lines).flatMap(([name, color]) =>
    color ? [`--eq-${name}:${color}`] : [],
  )
  return declarations.length > 0 ? `${root}{${declarations.join(';')}}` : ''
}

/** More often `:root` than the style sheets say it, as those come later. */
const OVER_LIGHT = ':root:root'
const OVER_SCHEMES = ':root:root:root'

export function toSiteStyles(colors: Colors, nonce: string, theme: Theme): string {
  const style = (text: string, attributes = '') =>
    text ? `<style nonce="${nonce}"${attributes}>${text}</style>` : ''
  const scheme = (name: Scheme, text: string) =>
    style(text, ` data-scheme="${name}" media="${mediaOf(name, theme)}"`)
  const named = Object.fromEntries(Object.entries(colors).map(([name, color]) => [toKebab(name), color]))
  const dark = toLines(colors, DARK_TOKENS.surface, USUAL)
  const { 'primary-soft': _soft, ...contrast } = toLines(colors, COLOR_TOKENS.surface, HIGH)
  const darkest = toLines(colors, DARK_TOKENS.bg, HIGH)
  const inDark = `@media (prefers-color-scheme: dark){${toBlock(darkest, OVER_SCHEMES)}}`
  return [
    style(toBlock(named, OVER_LIGHT)),
    scheme('dark', toBlock(dark, OVER_SCHEMES)),
    Object.keys(colors).length > 0 ? scheme('contrast', toBlock(contrast, OVER_SCHEMES) + inDark) : '',
  ].join('')
}
