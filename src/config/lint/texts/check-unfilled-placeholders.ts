// Checks that placeholders stand only in texts that are filled in; elsewhere readers see the braces.
import type { Context } from '#config/load/context.ts'
import { type Document, describeLocation, type Path } from '#config/load/document.ts'
import { eachValue } from '#config/load/visit-values.ts'

const PLACEHOLDER = /\{(item|query|params|user|zone)\.\w+\}/
/** Properties whose values are texts of pages. */
const SAID = new Set(['title', 'label', 'description', 'confirm', 'next', 'intro', 'hint', 'text'])
const CHINESE = /\p{Script=Han}/u

/** Of pages that were compiled whole. */
export function checkUnfilledPlaceholders(context: Context): void {
  for (const kind of ['page', 'zone'])
    for (const document of (context.documents.get(kind) ?? new Map<string, Document>()).values())
      eachValue(document.value, (value, path) => checkText(context, document, path, value))
}

function checkText(context: Context, document: Document, path: Path, value: unknown): void {
  if (typeof value !== 'string' || !value.includes('{')) return
  if (!SAID.has(String(path.at(-1))) && !CHINESE.test(value)) return
  const [found] = PLACEHOLDER.exec(value) ?? []
  if (found === undefined || context.filled.has(describeLocation(document, path))) return
  context.report(document, path, {
    slug: 'placeholder_unread',
    message: `此处不支持占位符，会原样显示“${found}”：请改为文字`,
    found,
  })
}
