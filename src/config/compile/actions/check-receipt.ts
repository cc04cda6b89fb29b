// Checks the texts after a call: one-time results are shown, and a saved draft is not called submitted.

import type { PagePlace } from '#config/compile/links/compile-context.ts'
import type { WrittenFormPage } from '#config/generated/written.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Source } from '#shared/model/page-model.ts'

/** Of a property of a result: no other call tells it again. */
const ONCE = 'x-once'
const HANDED_IN = /已(?:经)?(?:提交|上报|报送|递交|呈报)|(?:提交|上报|报送|递交)成功/

/**
 * Checks that a form page shows the results that a call returns only once; a result that is not shown is lost for
 * good.
 */
export function checkOneTimeResults(
  at: PagePlace,
  { receipt, then = 'receipt' }: WrittenFormPage,
  operation: Operation | undefined,
): void {
  const answered = (operation?.result?.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const shown = (receipt?.facts ?? []).map((fact) => (typeof fact === 'string' ? fact : fact.field))
  const missing = Object.entries(answered).filter(
    ([name, schema]) => schema[ONCE] === true && (then !== 'receipt' || !shown.includes(name)),
  )
  if (missing.length === 0) return
  const titles = missing.map(([name, { title = name }]) => `“${String(title)}”（${name}）`).join('、')
  at.in(then === 'receipt' ? ['receipt', 'facts'] : ['then']).report('receipt_once', {
    expected: missing.map(([name]) => name).join(', '),
    key: true,
    operation,
    titles,
    mend: then === 'receipt' ? '请写入回执的 facts' : '请改用回执（then: receipt），并写入其 facts',
  })
}

/** The texts stand at `at`, by their keys. */
export function checkDraftTexts(
  at: PagePlace,
  { body, params }: Source,
  operation: Operation | undefined,
  texts: Readonly<Record<string, unknown>>,
): void {
  const isDraft = [body, params, operation?.content?.fixed].some((values) => values?.submit === false)
  if (!isDraft || operation?.content?.action !== 'save') return
  for (const [key, text] of Object.entries(texts)) {
    const isButton = key === 'submitLabel' && text === '提交'
    const phrase = isButton || typeof text !== 'string' ? undefined : HANDED_IN.exec(text)?.[0]
    if (phrase === undefined && !isButton) continue
    at.at(key).report('draft_says', { found: phrase ?? '提交', operation })
  }
}
