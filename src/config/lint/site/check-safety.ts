// Checks safety: no HTML in texts, only safe URL schemes, no regular expression with catastrophic backtracking.
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import { eachValue } from '#config/load/visit-values.ts'

const HTML = /<\/?[a-z][^>]*>/i
const SCHEME = /^\s*([a-z][a-z0-9+.-]*):/i
const SAFE_SCHEMES = ['http', 'https', 'mailto']
const URL_KEYS = new Set(['url', 'href', 'src', 'link'])
/** A quantified group that itself holds a quantifier or an alternation can backtrack exponentially. */
const NESTED_QUANTIFIER = /\((?:[^()\\]|\\.)*(?:[*+]|\{\d+,\d*\}|\|)(?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,\d*\})/

/** Documents that were found safe. A document is a parsed text, so a changed file is another document. */
const safeDocuments = new WeakSet<Document>()

export function checkSafety(context: Context): void {
  for (const byId of context.documents.values())
    for (const document of byId.values()) {
      const kind = kindOf(document.path)?.kind.kind
      if (kind === 'language' || safeDocuments.has(document)) continue
      const before = context.problems.length
      eachValue(document.value, (value, path) => {
        if (typeof value !== 'string') return
        const key = String(path.at(-1) ?? '')
        if (kind !== 'samples' && !path.includes('answers') && HTML.test(value))
          report(context, document, path, 'html_in_text', `文字中不允许 HTML：“${value.slice(0, 40)}”`)
        if (key === 'pattern') checkPattern(context, document, path, value)
        const scheme = SCHEME.exec(value)?.[1]?.toLowerCase()
        if (
          scheme &&
          (URL_KEYS.has(key) || ['javascript', 'data', 'vbscript', 'file'].includes(scheme)) &&
          !SAFE_SCHEMES.includes(scheme)
        )
          report(
            context,
            document,
            path,
            'url_scheme',
            `不允许的地址“${value.slice(0, 60)}”，只能使用 http、https、mailto 或页面 id`,
          )
      })
      if (context.problems.length === before) safeDocuments.add(document)
    }
}

function checkPattern(context: Context, document: Document, path: Path, pattern: string): void {
  if (pattern.length > 200) {
    report(context, document, path, 'pattern_long', '正则表达式过长，最多 200 个字符')
    return
  }
  try {
    new RegExp(pattern, 'u')
  } catch {
    report(context, document, path, 'pattern_invalid', `正则表达式“${pattern}”无效，请改正`)
    return
  }
  if (NESTED_QUANTIFIER.test(pattern) && !/^\^\[0-9\]\{2\}/.test(pattern))
    report(
      context,
      document,
      path,
      'pattern_backtracking',
      `正则表达式“${pattern}”可能指数级回溯，请去掉嵌套的重复`,
    )
}

function report(context: Context, document: Document, path: Path, slug: string, message: string): void {
  context.report(document, path, { slug, message })
}
