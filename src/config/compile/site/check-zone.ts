// Checks the category and the colour of a zone: its lists know the category, and white text on the colour is
// readable.

import { checkInputValues } from '#config/compile/common/check-input-values.ts'
import { contrastToWhite } from '#config/compile/common/color-contrast.ts'
import type { WrittenZone } from '#config/generated/written.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import type { Place } from '#config/load/place.ts'
import type { JsonSchema } from '#shared/model/json.ts'

/** WCAG 2, letters of usual size. */
const MIN_CONTRAST = 4.5
const CATEGORY = '{zone.category}'

export function checkZoneColor(here: Place<WrittenZone>): void {
  const color = here.document.value.theme?.color
  if (color === undefined || !/^#[0-9A-Fa-f]{6}$/.test(color)) return
  const ratio = contrastToWhite(color)
  if (ratio < MIN_CONTRAST)
    here.at('theme', 'color').report({
      slug: 'zone_contrast',
      message: `专区的颜色 ${color} 与其上白字的对比度为 ${ratio.toFixed(1)}:1，至少要 ${MIN_CONTRAST}:1，请选深一些的颜色`,
      found: color,
    })
}

/** Checks the category in the file of the zone, which is required where a source queries by it. */
export function checkZoneCategory(here: Place, taken: JsonSchema | undefined, value: unknown): void {
  if (value !== CATEGORY || hasProblemAt(here.context, here.document, ['category'])) return
  const { category } = here.document.value as Partial<WrittenZone>
  if (category === undefined)
    here.report({
      slug: 'zone_category',
      message: `专区没有写明类目 category，用“${CATEGORY}”取数的区块始终为空：请写明 category`,
      expected: 'category',
    })
  else
    checkInputValues(
      { context: here.context, document: here.document, path: ['category'], title: '专区的类目 category' },
      taken,
      category,
      true,
    )
}
