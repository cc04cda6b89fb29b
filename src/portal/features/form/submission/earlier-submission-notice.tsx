// Draws the notice above a form if the user has already made a submission for the chosen item.

import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import type { SubmissionResult } from './receipt.tsx'

interface Props {
  readonly page: FormPage
  readonly earlier: SubmissionResult
  readonly scope: Scope
}

export function EarlierSubmissionNotice({ page, earlier, scope }: Props) {
  const { follow, followLabel = '查看进度', states = DICTIONARY.states } = page.receipt
  const facts = [
    earlier.receiptNo ? `受理编号 ${earlier.receiptNo}` : '',
    earlier.status ? `当前状态：${dictionaryLabel(states, earlier.status)}` : '',
  ].filter(Boolean)
  return (
    <div className="eq-notice" role="status">
      <p>
        您已提交过{page.form.title}
        {facts.length > 0 ? `（${facts.join('，')}）` : ''}，无须重复填报。
      </p>
      {follow ? (
        <LinkButton link={follow} scope={{ ...scope, item: earlier }}>
          {followLabel}
        </LinkButton>
      ) : null}
    </div>
  )
}
