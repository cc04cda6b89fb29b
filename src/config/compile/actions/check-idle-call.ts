// Checks that a button's call changes something: it does not write the value that its own condition requires.
import type { PageContext } from '#config/compile/links/compile-context.ts'
import type { WrittenCallAction } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'

export function checkIdleCall(
  { compilation, document }: PageContext,
  path: Path,
  written: Omit<WrittenCallAction, 'do'>,
): void {
  const { source, when, label } = written
  const body = typeof source === 'string' ? undefined : source.body
  for (const [name, value] of Object.entries(body ?? {})) {
    const shown = (when as Readonly<Record<string, unknown>> | undefined)?.[`item.${name}`]
    const only = onlyOf(shown)
    if (only === undefined || only !== value) continue
    compilation.context.report(document, [...path, 'source', 'body', name], {
      slug: 'call_idle',
      message: `按钮“${label}”只在“${name}”已是 ${String(value)} 时显示，写入的也是 ${String(value)}：点按后没有变化`,
      found: String(value),
    })
  }
}

/** The one value that a test is fulfilled by. */
function onlyOf(test: unknown): unknown {
  const { eq, in: several } =
    test !== null && typeof test === 'object' && !Array.isArray(test)
      ? (test as { readonly eq?: unknown; readonly in?: unknown })
      : { eq: test }
  const values = several ?? eq
  return Array.isArray(values) && values.length === 1 ? values[0] : values
}
