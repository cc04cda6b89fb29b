// Draws what stands around a form until it is submitted: consent, preview, question, and notices of earlier submissions.
import { type FormEvent, Fragment, lazy, Suspense, useId, useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { pageById } from '#portal/core/configuration/manifest.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { formPreviewSource, storeFormPreview } from '#portal/core/pages/form-preview.ts'
import { useSession } from '#portal/core/session/session.ts'
import { toast } from '#portal/core/state/toast.ts'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Dialog, PlainDialog } from '#portal/ui/dialog.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import { type AgreedPage, type Agreement, agreedPages } from '#shared/forms/agreement.ts'
import type { Preview } from '#shared/model/pages/detail.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import type { SubmissionResult } from './receipt.tsx'

/** Loads when somebody looks. */
const Frame = lazy(async () => ({
  default: (await import('./preview-frame.tsx')).PreviewFrame,
}))

interface PreviewButtonProps {
  readonly preview: Preview
  readonly store: FormStore
}

/** The item has no state that everybody reads, so uploaded pictures are fetched for their owner. */
export function PreviewButton({ preview, store }: PreviewButtonProps) {
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)
  const look = () => {
    const body = store.body()
    const isAnonymous = preview.anonymous !== undefined && body[preview.anonymous] === true
    const ownerName = isAnonymous ? ANONYMOUS_NAME : (user?.name ?? null)
    if (storeFormPreview({ ...body, ownerName, status: null })) setOpen(true)
    else toast.error('内容过大，浏览器无法预览')
  }
  return (
    <>
      <Button icon="view" onClick={look}>
        预览
      </Button>
      <PlainDialog open={isOpen} title="预览：公开后的样子" onClose={() => setOpen(false)}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <Frame source={formPreviewSource(preview.address)} />
        </Suspense>
      </PlainDialog>
    </>
  )
}

interface EarlierSubmissionNoticeProps {
  readonly page: FormPage
  readonly earlier: SubmissionResult
  readonly scope: Scope
}

/** Draws the notice above a form if the user has already made a submission for the chosen item. */
export function EarlierSubmissionNotice({ page, earlier, scope }: EarlierSubmissionNoticeProps) {
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

interface RejectionLinkProps {
  readonly page: FormPage
  readonly scope: Scope
  readonly error: unknown
}

/** Draws the link that a page offers when the submission was refused for a certain reason. */
export function RejectionLink({ page, scope, error }: RejectionLinkProps) {
  if (!(error instanceof ApiError)) return null
  const refusal = page.refusals?.find(({ code }) => code === error.code)
  if (!refusal) return null
  return (
    <p className="eq-form-refused">
      <LinkButton link={refusal.link} scope={{ ...scope, item: error.data }} look="accent">
        {refusal.label}
      </LinkButton>
    </p>
  )
}

interface ConsentProps {
  readonly agreement: Agreement
  readonly isGiven: boolean
  readonly onChange: (isGiven: boolean) => void
}

function Title({ page, title, version }: AgreedPage) {
  const path = pageById(page)?.path
  return (
    <>
      {path ? (
        <a href={`#${path}`} target="_blank" rel="noopener noreferrer">
          《{title}》
        </a>
      ) : (
        `《${title}》`
      )}
      <small>（版本 {version}）</small>
    </>
  )
}

/**
 * Draws the agreement of a form, unticked until the user ticks it; each page that it names opens separately.
 */
export function Consent({ agreement, isGiven, onChange }: ConsentProps) {
  return (
    <label className="eq-option eq-consent">
      <input type="checkbox" checked={isGiven} onChange={(event) => onChange(event.target.checked)} />
      <span>
        我已阅读并同意
        {agreedPages(agreement).map((page, index) => (
          <Fragment key={page.page}>
            {index > 0 ? '和' : null}
            <Title {...page} />
          </Fragment>
        ))}
      </span>
    </label>
  )
}

export interface Question {
  readonly answer: (isConfirmed: boolean) => void
  readonly isRunning: boolean
}

interface Props {
  readonly confirm: NonNullable<FormPage['confirm']>
  readonly label: string
  /** Null while nothing is asked. */
  readonly question: Question | null
}

export function ConfirmDialog({ confirm, label, question }: Props) {
  const word = useSession().user?.userName ?? ''
  const id = useId()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const isRunning = question?.isRunning === true
  const end = (isConfirmed: boolean) => {
    setTyped('')
    setProblem('')
    question?.answer(isConfirmed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog is inside the form in React's tree, and its submission must not reach that form.
    event.stopPropagation()
    if (typed.trim() !== word) return setProblem(`填写的内容与“${word}”不一致`)
    end(true)
  }
  return (
    <Dialog open={question !== null} title={label} onClose={() => (isRunning ? undefined : end(false))}>
      {isRunning ? (
        <div role="status">
          <p>{confirm.running}</p>
          <progress className="eq-progress-line" aria-label={confirm.running} />
        </div>
      ) : (
        <form onSubmit={submit}>
          <p>{confirm.text}</p>
          <div className="eq-native-field">
            <label htmlFor={id}>请填写您的用户名“{word}”以确认</label>
            <input
              id={id}
              className="eq-input"
              type="text"
              autoComplete="off"
              value={typed}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          {problem ? (
            <p id={`${id}-problem`} className="eq-problem" role="alert">
              {problem}
            </p>
          ) : null}
          <div className="eq-actions eq-actions-end">
            <Button onClick={() => end(false)}>取消</Button>
            <Button type="submit" look="danger">
              {label}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
