// Checks colours: text on them is readable. Checks the category of a zone.

import { checkInputValues } from '#config/compile/common/check-input-values.ts'
import { contrast, contrastToWhite } from '#config/compile/common/color-contrast.ts'
import type { WrittenZone } from '#config/generated/written.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import type { Place } from '#config/load/place.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { SiteColor } from '#shared/model/site.ts'

/** WCAG 2, letters of usual size. */
const MIN_CONTRAST = 4.5
const CATEGORY = '{zone.category}'

export function checkZoneColor(here: Place<WrittenZone>): void {
  const color = here.document.value.theme?.color
  if (color === undefined || !/^#[0-9A-Fa-f]{6}$/.test(color)) return
  const ratio = contrastToWhite(color)
  if (ratio < MIN_CONTRAST)
    here
      .at('theme', 'color')
      .report('zone_contrast', { found: color, ratio: ratio.toFixed(1), least: MIN_CONTRAST })
}

/** Checks the category in the file of the zone, which is required where a source queries by it. */
export function checkZoneCategory(here: Place, taken: JsonSchema | undefined, value: unknown): void {
  if (value !== CATEGORY || hasProblemAt(here.context, here.document, ['category'])) return
  const { category } = here.document.value as Partial<WrittenZone>
  if (category === undefined) here.report('zone_category', { expected: 'category', category: CATEGORY })
  else checkInputValues(here.at('category'), '专区的类目 category', taken, category, true)
}

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
    here
      .at('colors', key)
      .report('site_contrast', { found: color, other, ratio: ratio.toFixed(1), words, least })
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
