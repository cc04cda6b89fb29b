// Owns the rule that icons written in the configuration exist.
import { ICON_NAMES } from '../../shared/icon-names.ts'
import type { Context } from '../context.ts'
import type { Path } from '../document.ts'

const CONFIG_KINDS = ['content', 'page', 'zone', 'menu']

export function checkNames(context: Context): void {
  const known = new Set<string>(ICON_NAMES)
  for (const kind of CONFIG_KINDS)
    for (const document of context.of(kind).values())
      walk(document.value, [], (path, value) => {
        if (!known.has(value))
          context.report(document, path, {
            slug: 'icon_unknown',
            message: `图标“${value}”不存在`,
            found: value,
            known,
          })
      })
}

function walk(value: unknown, path: Path, visit: (path: Path, icon: string) => void): void {
  if (value === null || typeof value !== 'object') return
  for (const [key, child] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    if (key === 'icon' && typeof child === 'string') visit(at, child)
    else walk(child, at, visit)
  }
}
