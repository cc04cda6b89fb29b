// Owns the rule that a placeholder stands only where it is filled in: elsewhere people read the braces.
import type { Context } from '../context.ts'
import { type Document, type Path, whereOf } from '../document.ts'

const PLACEHOLDER = /\{(item|query|params|user|zone)\.\w+\}/
const SAID = new Set([
  'title',
  'label',
  'description',
  'next',
  'intro',
  'again',
  'againLabel',
  'followLabel',
  'text',
])

/** Of pages that were compiled whole. */
export function checkUnfilled(context: Context): void {
  for (const kind of ['page', 'zone'])
    for (const document of (context.documents.get(kind) ?? new Map<string, Document>()).values())
      walk(context, document, [], document.value)
}

function walk(context: Context, document: Document, path: Path, value: unknown): void {
  if (typeof value === 'string') {
    const [found] = (value.includes('{') && PLACEHOLDER.exec(value)) || []
    if (found === undefined || !SAID.has(String(path.at(-1))) || context.filled.has(whereOf(document, path)))
      return
    context.report(document, path, {
      slug: 'placeholder_unread',
      message: `这里不代入占位符，读者看到的就是“${found}”这几个字，请改成文字`,
      found,
    })
  } else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value))
      walk(context, document, [...path, Array.isArray(value) ? Number(key) : key], child)
}
