// Checks that icons named in the configuration exist.

import type { Context } from '#config/load/context.ts'
import { eachValue } from '#config/load/visit-values.ts'
import { ICON_NAMES } from '#shared/appearance/icon-names.ts'

const CONFIG_KINDS = ['content', 'page', 'zone', 'menu']

export function checkIconNames(context: Context): void {
  const known = new Set<string>(ICON_NAMES)
  for (const kind of CONFIG_KINDS)
    for (const document of context.of(kind).values())
      eachValue(document.value, (value, path) => {
        if (typeof value === 'string' && path.at(-1) === 'icon' && !known.has(value))
          context.report(document, path, {
            slug: 'icon_unknown',
            message: `图标“${value}”不存在`,
            found: value,
            known,
          })
      })
}
