// Checks the category and the colour of a zone: its lists know the category, and white text on the colour is
// readable.

import { checkInputValues } from '#config/compile/common/check-input-values.ts'
import { contrastToWhite } from '#config/compile/common/color-contrast.ts'
import type { WrittenZone } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import type { JsonSchema } from '#shared/model/json.ts'

/** WCAG 2, letters of usual size. */
const MIN_CONTRAST = 4.5
const CATEGORY = '{zone.category}'

export function checkZoneColor(context: Context, document: Document<WrittenZone>): void {
  const color = document.value.theme?.color
  if (color === undefined || !/^#[0-9A-Fa-f]{6}$/.test(color)) return
  const ratio = contrastToWhite(color)
  if (ratio < MIN_CONTRAST)
    context.report(document, ['theme', 'color'], {
      slug: 'zone_contrast',
      message: `专区的颜色 ${color} 与其上白字的对比度为 ${ratio.toFixed(1)}:1，至少要 ${MIN_CONTRAST}:1，请选深一些的颜色`,
      found: color,
    })
}

/** Checks the category in the file of the zone, which is required where a source queries by it. */
export function checkZoneCategory(
  context: Context,
  document: Document,
  taken: JsonSchema | undefined,
  value: unknown,
): void {
  if (value !== CATEGORY || hasProblemAt(context, document, ['category'])) return
  const { category } = document.value as Partial<WrittenZone>
  if (category === undefined)
    context.report(document, [], {
      slug: 'zone_category',
      message: `专区没有写明类目 category，用“${CATEGORY}”取数的区块始终为空：请写明 category`,
      expected: 'category',
    })
  else
    checkInputValues(
      { context, document, path: ['category'], title: '专区的类目 category' },
      taken,
      category,
      true,
    )
}
