// Lists the themes that a reader may choose, and the style sheets of each, whose media queries decide when they
// apply.

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const

export type Theme = (typeof THEMES)[number]

/** Each a style sheet of tokens of its own, over the light ones; `data-scheme` of its element says which. */
export const SCHEMES = ['dark', 'contrast'] as const

export type Scheme = (typeof SCHEMES)[number]

const WANTED: Readonly<Record<Scheme, string>> = {
  dark: '(prefers-color-scheme: dark)',
  contrast: '(prefers-contrast: more)',
}

/** Paper is always light. */
const ALWAYS = 'screen'
const NEVER = 'not all'
const asWanted = (scheme: Scheme): string => `screen and ${WANTED[scheme]}`

/**
 * Returns the media query under which the style sheet of a scheme applies, for the chosen theme. A theme of high
 * contrast is light or dark as the system is. Print is always light.
 *
 * @example
 * mediaOf('dark', 'system') // → 'screen and (prefers-color-scheme: dark)'
 * mediaOf('dark', 'light') // → 'not all'
 */
export function mediaOf(scheme: Scheme, theme: Theme): string {
  if (theme === 'system' || (theme === 'contrast' && scheme === 'dark')) return asWanted(scheme)
  return theme === scheme ? ALWAYS : NEVER
}

/** Reads the theme from the value of a cookie; an unknown value means `system`. */
export const toTheme = (value: string | undefined): Theme =>
  THEMES.find((theme) => theme === value) ?? 'system'

/**
 * Returns the theme that the cookie `name` stores; `system` if it is absent or unknown. `header` is the cookie
 * header of a request, or `document.cookie`.
 *
 * @example
 * themeIn('a=1; portal-theme=dark', 'portal-theme') // → 'dark'
 * themeIn(undefined, 'portal-theme') // → 'system'
 */
export function themeIn(header: string | undefined, name: string): Theme {
  const begin = `${name}=`
  const entry = (header ?? '').split('; ').find((one) => one.startsWith(begin))
  return toTheme(entry?.slice(begin.length))
}
