// Checks that no value is offered twice for choice: nobody could tell which of the two is meant.
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'

interface Choice {
  readonly value: string
  readonly label?: string
  readonly title?: string
}

/** `path` is that of the list. */
export function checkDuplicates(
  context: Context,
  document: Document,
  path: Path,
  choices: readonly Choice[],
): void {
  const names = new Map<string, string>()
  for (const [index, { value, label, title }] of choices.entries()) {
    const name = label ?? title ?? value
    const earlier = names.get(value)
    if (earlier === undefined) names.set(value, name)
    else
      context.report(document, [...path, index, 'value'], {
        slug: 'value_duplicate',
        message: `值“${value}”重复（前面名为“${earlier}”，此处名为“${name}”），请只保留一个`,
        found: value,
      })
  }
}
