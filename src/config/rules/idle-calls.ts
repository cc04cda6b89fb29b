// Owns the rule that a button's call changes something: what it writes is not what it is shown for.
import type { Place } from '../compile/scope.ts'
import type { Path } from '../document.ts'
import type { WrittenCallAction } from '../generated/written.ts'

export function checkIdleCall(
  { world, document }: Place,
  path: Path,
  written: Omit<WrittenCallAction, 'do'>,
): void {
  const { source, when, label } = written
  const body = typeof source === 'string' ? undefined : source.body
  for (const [name, value] of Object.entries(body ?? {})) {
    const shown = (when as Readonly<Record<string, unknown>> | undefined)?.[`item.${name}`]
    const only = Array.isArray(shown) && shown.length === 1 ? shown[0] : shown
    if (only === undefined || only !== value) continue
    world.context.report(document, [...path, 'source', 'body', name], {
      slug: 'call_idle',
      message: `按钮“${label}”只在“${name}”已是 ${String(value)} 时显示，写入的也是 ${String(value)}：按下去什么也不变`,
      found: String(value),
    })
  }
}
