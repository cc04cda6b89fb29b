// Draws what stands above a form: the item that it is about, the reason of its return, and what blocks submission.

import { useEffect } from 'react'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { AppLink } from '#portal/ui/app-link.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemThumb } from '#portal/widgets/items/item-cover.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { BlockedSubmissionNotice } from '#portal/widgets/notices/blocked-submission-notice.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import { fill } from '#shared/expressions/placeholder.ts'
import type { FormPage, FormSubjectModel } from '#shared/model/pages/form.ts'

interface Props {
  readonly subject: FormSubjectModel
  readonly scope: Scope
  /** Called with the item once the user can read it. */
  readonly onShown?: (item: Item) => void
}

/** Draws the item that a form is about, above the form, with a link to its page. */
export function FormSubject({ subject, scope, onShown }: Props) {
  const { title, source, open, heading, facts, picture } = subject
  const readSource = toReadSource(source, scope)
  const { data, error, retry } = useRead<Item>(readSource)
  useEffect(() => {
    if (data) onShown?.(data)
  }, [data, onShown])
  if (!readSource) return <Empty text="链接不完整，请从原来的页面重新进入" />
  return (
    <aside className="eq-form-subject" aria-label={`所针对的${title}`}>
      {data ? (
        <>
          <ItemThumb item={data} picture={picture} />
          <div>
            <p className="eq-form-subject-name">
              <span className="eq-muted">{title}：</span>
              <AppLink link={open} scope={scope}>
                {headingOf(data, { heading })}
              </AppLink>
            </p>
            <FactList columns={facts} item={data} layout="inline" />
          </div>
        </>
      ) : error ? (
        <Failed error={error} retry={retry} />
      ) : (
        <Skeleton lines={2} />
      )}
    </aside>
  )
}

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
