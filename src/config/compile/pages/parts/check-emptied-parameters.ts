// Checks that a section does not query by a value that its own condition requires to be empty.

import type { WrittenSection } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'

/** Returns the values that are empty whenever the condition holds. */
const emptyIn = (condition: Condition): string[] =>
  Object.entries(condition).flatMap(([key, test]) => {
    if (key === 'all') return (test as readonly Condition[]).flatMap(emptyIn)
    return typeof test === 'object' && test !== null && 'empty' in test && test.empty === true ? [key] : []
  })

/** `path` is that of the section. */
export function checkEmptied(
  {
    context,
    document,
    path,
  }: { readonly context: Context; readonly document: Document; readonly path: Path },
  when: Condition,
  source: WrittenSection['source'],
): void {
  const { params = {} } = typeof source === 'object' ? source : {}
  const empty = emptyIn(when)
  for (const [name, value] of Object.entries(params)) {
    const read = typeof value === 'string' && placeholdersOf(value).find((one) => empty.includes(one))
    if (!read) continue
    context.report(document, [...path, 'when', read], {
      slug: 'param_emptied',
      message: `区块只在“${read}”为空时显示，它的来源却以“${read}”为参数“${name}”：显示时这个参数总是空的，请把条件改为不为空（"empty": false），或换一个参数`,
      key: true,
    })
  }
}
