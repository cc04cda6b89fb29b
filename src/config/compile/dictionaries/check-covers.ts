// Checks the appearance of covers: the icon exists, and white text on the colour is readable.

import { contrastToWhite } from '#config/compile/common/color-contrast.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { ICON_NAMES } from '#shared/appearance/icon-names.ts'
import type { DictionaryItem } from '#shared/model/content-model.ts'

const MIN_CONTRAST = 4.5

export function checkCoverStyles(
  context: Context,
  document: Document,
  items: readonly DictionaryItem[],
): void {
  items.forEach(({ label, look }, index) => {
    if (!look) return
    const at = ['items', index, 'look']
    if (!(ICON_NAMES as readonly string[]).includes(look.icon))
      context.report(document, [...at, 'icon'], {
        slug: 'icon_unknown',
        message: `图标“${look.icon}”不存在`,
        found: look.icon,
        known: ICON_NAMES,
      })
    const ratio = contrastToWhite(look.color)
    if (ratio < MIN_CONTRAST)
      context.report(document, [...at, 'color'], {
        slug: 'look_contrast',
        message: `“${label}”的底色 ${look.color} 与白字的对比度为 ${ratio.toFixed(1)}:1，至少要 ${MIN_CONTRAST}:1`,
        found: look.color,
      })
  })
}
