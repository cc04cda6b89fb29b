// Draws the receipt: number, next steps, print, and the link to follow progress, on paper too.
import { useEffect, useRef } from 'react'
import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { isPublicStateOf } from '#portal/core/configuration/manifest.ts'
import { site } from '#portal/core/site.ts'
import { readStored, storeJson } from '#portal/core/state/browser-storage.ts'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { QrCode } from '#portal/ui/qr-code.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { hasValue } from '#portal/widgets/items/field-value.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

const toKey = (page: string, number: string) => `receipt:${page}:${number}`

/** Returns the number of the receipt for the address; null if there is nothing to return to. */
export function storeReceipt(page: string, result: SubmissionResult): string | null {
  const { id, receiptNo, status, changeStatus, isOwnEdit, from } = result
  const number = receiptNo ?? id
  if (!number) return null
  const stored = { id, receiptNo, status, changeStatus, isOwnEdit, from }
  return storeJson('session', toKey(page, number), stored) ? number : null
}

export function readStoredReceipt(page: string, number: string | undefined): SubmissionResult | null {
  if (!number) return null
  const toResult = (stored: unknown) =>
    stored !== null && typeof stored === 'object' ? (stored as SubmissionResult) : null
  return readStored('session', toKey(page, number), toResult, null)
}

export interface SubmissionResult {
  readonly id?: string | null
  readonly receiptNo?: string | null
  readonly status?: string | null
  /** The state of a change that waits beside the item. */
  readonly changeStatus?: string | null
  /** True for an edit of the user's own item, false for an edit of another owner's. */
  readonly isOwnEdit?: boolean
  /** The state in which that edit began. */
  readonly from?: string | null
}

interface Props {
  readonly page: FormPage
  readonly result: SubmissionResult
  readonly scope: Scope
  /** True for an earlier submission, which is shown instead of the form. */
  readonly isEarlier?: boolean
}

/** The page where anybody who has the number asks how far the matter is. */
const PROGRESS = site.pages.progress

/** Returns the receipt text of the item's state, if one is declared; else that of the page. */
function findReceiptText({ receipt }: FormPage, { status, changeStatus, isOwnEdit, from }: SubmissionResult) {
  const submitted = isOwnEdit && from && from !== status ? receipt.submitted?.[from] : undefined
  if (submitted) return submitted
  // An edit that waits beside the item is its editor's own, whoever owns the item.
  const savedText = status && (isOwnEdit || changeStatus) ? receipt.saved?.[status] : undefined
  if (savedText && (!savedText.waiting || changeStatus)) return savedText
  return (!isOwnEdit && status && receipt.edited?.[status]) || receipt
}

/** The page without the number of the receipt, for what its address has to name. */
function toItself({ id, path, params }: FormPage): Link {
  const requiredParams = Object.entries(params).flatMap(([name, { required }]) => (required ? [name] : []))
  return {
    page: id,
    path,
    params: Object.fromEntries(requiredParams.map((name) => [name, `{query.${name}}`])),
  }
}

export function Receipt({ page, result, scope, isEarlier = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isEarlier) heading.current?.focus()
  }, [isEarlier])
  const {
    follow,
    followLabel = '查看进度',
    againLabel,
    facts = [],
    states = DICTIONARY.states,
  } = page.receipt
  const { title, next } = findReceiptText(page, result)
  const isResult = page.path === PROGRESS
  /** Who works in the console has applied for nothing: no number to ask by, nobody to ask, nothing to print. */
  const isWork = page.surface === 'console'
  const again = againLabel ?? (isWork && page.update ? '继续编辑' : undefined)
  return (
    <section className="eq-receipt">
      <Icon name="success" className="eq-receipt-icon" />
      <h2 ref={heading} tabIndex={-1}>
        {isEarlier ? `您已提交过${page.form.title}` : title}
      </h2>
      <dl>
        {result.receiptNo && !isWork ? (
          <div>
            <dt>受理编号</dt>
            <dd className="eq-receipt-number">{result.receiptNo}</dd>
          </div>
        ) : null}
        {result.status && !facts.some(({ field }) => field.name === 'status') ? (
          <div>
            <dt>当前状态</dt>
            <dd>
              {dictionaryLabel(states, result.status)}
              {result.changeStatus ? `，修改${dictionaryLabel(states, result.changeStatus)}` : ''}
            </dd>
          </div>
        ) : null}
        {facts
          .filter((column) => hasValue(result as Item, column))
          .map((column) => (
            <div key={column.field.name}>
              <dt>{column.label}</dt>
              <dd>
                <Cell column={column} item={result as Item} />
              </dd>
            </div>
          ))}
      </dl>
      {isWork ? null : <h3>接下来</h3>}
      <p>{isEarlier && follow ? `查询办理进度和结果，请选择“${followLabel}”。` : next}</p>
      {result.receiptNo && !isWork && !isResult && !isPublicStateOf(result.status) ? (
        <ProgressAddress number={result.receiptNo} />
      ) : null}
      {site.contact && !isWork ? <p className="eq-muted">如有疑问，请联系：{site.contact}</p> : null}
      <div className="eq-form-actions">
        {follow ? (
          <LinkButton link={follow} scope={{ ...scope, item: result }} look="primary">
            {followLabel}
          </LinkButton>
        ) : null}
        {again && !isEarlier ? (
          <LinkButton link={toItself(page)} scope={scope}>
            {again}
          </LinkButton>
        ) : null}
        {isWork ? null : (
          <Button icon="print" onClick={() => print()}>
            打印
          </Button>
        )}
      </div>
    </section>
  )
}

function ProgressAddress({ number }: { readonly number: string }) {
  if (PROGRESS === undefined) return null
  const address = `${window.location.origin}/#${PROGRESS}?receiptNo=${encodeURIComponent(number)}`
  return (
    <div className="eq-receipt-progress">
      <QrCode address={address} label="进度查询地址的二维码" />
      <p>
        <a href={address}>凭受理编号查询进度</a>
        <span className="eq-muted">
          无须登录，填写办理时预留手机号码的后四位；未留号码的，请登录后在个人中心查看
        </span>
      </p>
    </div>
  )
}
