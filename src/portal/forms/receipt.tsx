// Owns the receipt: the number, what happens next, print, and the way to follow progress.
import { useEffect, useRef } from 'react'
import type { Scope } from '../../shared/condition.ts'
import type { FormPage } from '../../shared/page-model.ts'
import { labelOf } from '../app/dictionaries.ts'
import { LinkButton } from '../ui/app-link.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export interface Taken {
  readonly id?: string | null
  readonly receiptNo?: string | null
  readonly status?: string | null
  /** The state of a change that waits beside the item. */
  readonly changeStatus?: string | null
}

interface Props {
  readonly page: FormPage
  readonly taken: Taken
  readonly scope: Scope
  /** True for one handed in earlier, which is shown instead of the form. */
  readonly isEarlier?: boolean
}

export function Receipt({ page, taken, scope, isEarlier = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isEarlier) heading.current?.focus()
  }, [isEarlier])
  const { follow, followLabel = '查看进度', title, next } = page.receipt
  return (
    <section className="eq-receipt">
      <Icon name="success" className="eq-receipt-icon" />
      <h2 ref={heading} tabIndex={-1}>
        {isEarlier ? `您已提交过${page.form.title}` : title}
      </h2>
      <dl>
        {taken.receiptNo ? (
          <div>
            <dt>受理编号</dt>
            <dd className="eq-receipt-number">{taken.receiptNo}</dd>
          </div>
        ) : null}
        {taken.status ? (
          <div>
            <dt>当前状态</dt>
            <dd>
              {labelOf('contentStatus', taken.status)}
              {taken.changeStatus ? `，修改${labelOf('contentStatus', taken.changeStatus)}` : ''}
            </dd>
          </div>
        ) : null}
      </dl>
      <h3>接下来</h3>
      <p>{next}</p>
      <div className="eq-form-actions">
        {follow ? (
          <LinkButton link={follow} scope={{ ...scope, item: taken }} look="primary">
            {followLabel}
          </LinkButton>
        ) : null}
        <Button icon="print" onClick={() => print()}>
          打印
        </Button>
      </div>
    </section>
  )
}
