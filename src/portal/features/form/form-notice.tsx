// Draws the notices above a form: about the item, the reason of its return, and what blocks submission.

import { BlockedSubmissionNotice } from '#portal/widgets/notices/blocked-submission-notice.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import { fill } from '#shared/expressions/placeholder.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

interface HistoryEntry {
  /** Of a change of its fields, which left it in its state. */
  readonly change?: string | null
  readonly to?: string
  readonly reason?: string | null
  readonly words?: string
}

/** The words of the step that led to the item's state, such as why it was refused. */
function findReturnReason(item: unknown): string | null {
  const { status, history } = (item ?? {}) as {
    readonly status?: string
    readonly history?: readonly HistoryEntry[]
  }
  const last = Array.isArray(history) ? history.find(({ change }) => !change) : undefined
  if (!last?.reason || last.to !== status) return null
  return `${last.words ?? '原因'}：${last.reason}`
}

export function FormNotice({ page, scope, item }: { page: FormPage; scope: Scope; item: unknown }) {
  const returnReason = findReturnReason(item)
  return (
    <>
      {returnReason ? (
        <p className="eq-notice eq-notice-returned" role="status">
          {returnReason}
        </p>
      ) : null}
      <BlockedSubmissionNotice item={item} />
      {page.notice ? (
        <p className="eq-notice" role="status">
          {String(fill(page.notice, { ...scope, item }))}
        </p>
      ) : null}
    </>
  )
}
