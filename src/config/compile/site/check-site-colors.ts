// Checks that the colours of a portal are readable: the contrast of the text and shapes on them, as WCAG measures it.

import { contrast, contrastToWhite } from '#config/compile/common/color-contrast.ts'
import type { Place } from '#config/load/place.ts'
import type { SiteColor } from '#shared/model/site.ts'

const TEXT = 4.5
const DRAWING = 3

/** Each colour, the part drawn on or around it, and the least contrast ratio. */
const PAIRS: readonly (readonly [color: SiteColor, least: number, words: string])[] = [
  ['primary', TEXT, '文字'],
  ['primaryDark', TEXT, '文字'],
  ['accent', DRAWING, '图形'],
  ['accentDark', TEXT, '文字'],
  ['alert', TEXT, '文字'],
  ['success', TEXT, '文字'],
]

interface Need {
  readonly least: number
  readonly other: string
  readonly words: string
}

export function checkSiteColors(here: Place, colors: Readonly<Partial<Record<SiteColor, string>>>): void {
  const check = (key: SiteColor, color: string, ratio: number, { least, other, words }: Need) => {
    if (ratio >= least) return
    here.at('colors', key).report({
      slug: 'site_contrast',
      message: `颜色 ${color} 与 ${other} 的对比度为 ${ratio.toFixed(1)}:1，${words}至少要 ${least}:1`,
      found: color,
    })
  }
  for (const [key, least, words] of PAIRS) {
    const color = colors[key]
    if (color) check(key, color, contrastToWhite(color), { least, other: '白色', words })
  }
  if (colors.primary && colors.primarySoft)
    check('primarySoft', colors.primarySoft, contrast(colors.primarySoft, colors.primary), {
      least: TEXT,
      other: colors.primary,
      words: '其上主色的文字',
    })
}
