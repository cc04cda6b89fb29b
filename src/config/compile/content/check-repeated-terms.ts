// Checks that an expression does not combine a value with itself, which is nearly always a slip.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Expression } from '#shared/expressions/expression.ts'

const DEEDS = {
  minus: '减去自己，总是 0',
  over: '除以自己，总是 1',
  days: '数到自己，总是 0 天',
  times: '乘以自己',
} as const

const isVerb = (verb: string): verb is keyof typeof DEEDS => Object.hasOwn(DEEDS, verb)

/** `title`: of what is computed. `path`: of the expression. */
export function checkSameTerms(
  { context, document }: { readonly context: Context; readonly document: Document },
  title: string,
  expression: Expression,
  path: Path,
): void {
  if (typeof expression !== 'object') return
  for (const [verb, parts] of Object.entries(expression)) {
    if (!Array.isArray(parts)) continue
    const terms = parts as readonly Expression[]
    const duplicate = terms.findIndex((term, at) => typeof term === 'string' && terms.indexOf(term) < at)
    if (isVerb(verb) && duplicate >= 0)
      context.report(document, [...path, verb, duplicate], {
        slug: 'computed_same',
        message: `“${title}”用 ${String(terms[duplicate])} ${DEEDS[verb]}：另一项应是别的字段`,
        found: String(terms[duplicate]),
      })
    for (const [at, term] of terms.entries())
      checkSameTerms({ context, document }, title, term, [...path, verb, at])
  }
  if ('round' in expression)
    checkSameTerms({ context, document }, title, expression.round, [...path, 'round'])
}
