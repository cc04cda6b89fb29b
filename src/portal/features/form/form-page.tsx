// Draws a page of kind form: the reads before the form, the form itself, and sign-in.
import { lazy, Suspense, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { toSafeReturnAddress } from '#portal/core/access/route-guard.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { useQuery } from '#portal/core/routing/use-query.ts'
import { endSession, type SignInAnswer, startSession, useSession } from '#portal/core/session/session.ts'
import { leaveSignInNote, toNewPassword } from '#portal/core/session/sign-in-redirects.ts'
import { LOGIN } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import { PageHead } from '#portal/features/page/page-head.tsx'
import { usePageScope } from '#portal/features/page/use-page-scope.ts'
import { AppLink, LinkButton } from '#portal/ui/app-link.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { BlacklistNotice } from '#portal/widgets/notices/notices.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import { draftKey } from '#shared/forms/draft-key.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { FormNotice, FormSubject } from './form-head.tsx'
import { FormSession } from './form-session.tsx'
import { ExternalMethod, findChosenMethod, MethodTabs } from './sign-in/external-method.tsx'
import { SignInFrame } from './sign-in/sign-in-frame.tsx'
import { Receipt, readStoredReceipt } from './submission/receipt.tsx'
import { useParentRevision } from './submission/use-submission.ts'
import { type LoadedItem, useFormStart } from './use-form-start.ts'
import './forms.css'

const VersionHistory = lazy(async () => ({
  default: (await import('#portal/features/versions/version-history.tsx')).VersionHistory,
}))

/** Of an item that is edited; a new one has no other editors. */
const EditingNotice = lazy(async () => ({
  default: (await import('#portal/features/editing/editing-notice.tsx')).EditingNotice,
}))

/** A new visit to the page after a submission starts the form anew. */
export function FormPageView({ page }: { readonly page: FormPage }) {
  const { visit, onEnd } = useFormVisit()
  return <FormVisit key={visit} page={page} onEnd={onEnd} />
}

interface Props {
  readonly page: FormPage
  readonly onEnd: (receipt: string | null) => void
}

function FormVisit({ page: written, onEnd }: Props) {
  const { scope, query, setQuery } = usePageScope(written)
  const { page, way } = useMemo(() => findChosenMethod(written, query.way), [written, query.way])
  const { user } = useSession()
  const navigate = useNavigate()
  const slot = { form: page.form.id, key: draftKey(page, query), owner: user?.id ?? null }
  const start = useFormStart(page, scope, slot)
  const parentRevision = useParentRevision()
  const isSignIn = page.then === 'sign-in'
  const isClosed = useBlacklistStatus().black && !page.submit.personal
  const endHere = (answer: unknown) => {
    const back = query.from ? `?${new URLSearchParams({ from: toSafeReturnAddress(query.from) })}` : ''
    const { notice } = answer as { readonly notice?: string } // what was done, where the call says it
    leaveSignInNote(notice ? `${page.receipt.title}。${notice}` : page.receipt.title)
    endSession({ goTo: `${LOGIN}${back}`, isDone: true })
  }
  const finishSignIn = (answer: unknown) => {
    // Both in one turn: the page returned to needs the session, and the sign-in page sends away who has one.
    const signedIn = answer as SignInAnswer // the declared result of the operation
    const wanted = toSafeReturnAddress(query.from ?? '')
    const next = signedIn.passwordDue ? toNewPassword(wanted) : wanted
    void navigate(next, { replace: true })
    startSession(signedIn)
    toast.success(signedIn.passwordDue ? '登录成功，请先修改一次性密码' : '登录成功')
  }
  const kept = useMemo(() => readStoredReceipt(written.id, query.receipt), [written.id, query.receipt])
  const [isSubmitted, setSubmitted] = useState(false)
  /** The filling-in that has ended with a receipt. */
  const [ended, setEnded] = useState('')
  const filling = `${page.id} ${page.form.id} ${slot.key} ${slot.owner}`
  const isEarlier = start.state === 'submitted' || (kept !== null && !isSubmitted)
  const isReceipt = !isClosed && (isEarlier || ended === filling)
  const drawBody = () => {
    if (isClosed) return <BlacklistNotice />
    if (kept && !isSubmitted) return <Receipt page={page} result={kept} scope={scope} />
    if (way?.visit) return <ExternalMethod way={way} scope={scope} />
    if (start.state === 'submitted')
      return <Receipt page={page} result={start.taken} scope={scope} isEarlier />
    if (start.state !== 'ready') return <NotReady page={page} scope={scope} start={start} />
    const chosen = chooseForm(page, start.item)
    return (
      <>
        {isReceipt || !page.subject ? null : (
          <FormSubject subject={page.subject} scope={scope} onShown={parentRevision.show} />
        )}
        {page.update && start.item?.id && !isReceipt ? (
          <Suspense>
            <EditingNotice item={start.item.id} />
          </Suspense>
        ) : null}
        {isReceipt ? null : <FormNotice page={page} scope={scope} item={start.item} />}
        <FormSession
          key={filling}
          page={chosen.page}
          scope={scope}
          slot={slot}
          item={chosen.item}
          original={chooseForm(page, start.original).item}
          draft={start.draft}
          draftBase={start.draftBase}
          prefill={start.prefill}
          above={page.subject?.decides ? parentRevision : undefined}
          onEnd={(receipt) => {
            setSubmitted(true)
            setEnded(filling)
            onEnd(receipt)
          }}
          onTaken={isSignIn ? finishSignIn : page.then === 'sign-out' ? endHere : undefined}
        />
        {start.original?.versioned && !isReceipt ? (
          <Suspense>
            <VersionHistory itemId={String(start.original.id)} canRestore={false} />
          </Suspense>
        ) : null}
      </>
    )
  }
  const body = drawBody()
  if (isSignIn)
    return (
      <SignInFrame page={page} isExpired={query.expired === '1'}>
        <MethodTabs
          ways={page.ways}
          label={page.title}
          value={way?.value}
          onChange={(value) => setQuery({ way: value })}
        >
          {body}
        </MethodTabs>
        <FormLinks page={page} scope={scope} />
      </SignInFrame>
    )
  return (
    <div className="eq-page eq-form-page" data-page={page.id}>
      <PageHead page={page} />
      <div className="eq-form-card">
        {page.intro && !isReceipt && start.state !== 'closed' ? (
          <p className="eq-form-intro">{page.intro}</p>
        ) : null}
        {body}
        <FormLinks page={page} scope={scope} />
      </div>
    </div>
  )
}

interface NotReadyProps {
  readonly page: FormPage
  readonly scope: Scope
  readonly start: Exclude<ReturnType<typeof useFormStart>, { readonly state: 'ready' | 'submitted' }>
}

/** Draws what stands in place of a form that cannot be filled in, or not yet. */
function NotReady({ page, scope, start }: NotReadyProps) {
  if (start.state === 'loading') return <Skeleton lines={8} />
  if (start.state === 'failed') return <Failed error={start.error} retry={start.retry} />
  if (start.state === 'incomplete') return <Empty text="链接不完整，请从原来的页面重新进入" />
  const { follow, followLabel = '返回' } = page.receipt
  return (
    <>
      {page.subject ? <FormSubject subject={page.subject} scope={scope} /> : null}
      <Empty text={start.isAbove ? `目前不能提交：${start.reason}` : start.reason}>
        {follow && !start.isAbove && !page.load ? (
          <LinkButton link={follow} scope={scope}>
            {followLabel}
          </LinkButton>
        ) : null}
      </Empty>
    </>
  )
}

interface Chosen {
  readonly page: FormPage
  /** The initial values of the form. */
  readonly item: LoadedItem | null
}

function chooseForm(page: FormPage, item: LoadedItem | null): Chosen {
  const { choice } = page
  if (!choice || !item) return { page, item }
  const form = choice.forms.find(({ id }) => id === item[choice.by]) ?? page.form
  const values = item[choice.values]
  // A value that is not an object contains no answers.
  const given = typeof values === 'object' && values !== null ? { ...values } : {}
  return { page: { ...page, form, review: form.steps.length > 1 }, item: given }
}

function FormLinks({ page, scope }: { readonly page: FormPage; readonly scope: Scope }) {
  if (!page.links?.length) return null
  return (
    <ul className="eq-form-links">
      {page.links.map(({ label, link }) => (
        <li key={label}>
          <AppLink link={link} scope={scope}>
            {label}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

interface VisitState {
  /** How often the page was come to anew. */
  readonly visit: number
  /** The receipt number in the address; undefined for the form. */
  readonly receipt: string | undefined
  /** The entry of the history that shows a receipt that has no number. */
  readonly ended: string | undefined
}

function useFormVisit() {
  const { query, setQuery } = useQuery()
  const { key } = useLocation()
  const { receipt } = query
  const [shown, setShown] = useState<VisitState>({ visit: 0, receipt, ended: undefined })
  const hasLeft = shown.receipt !== undefined && receipt !== shown.receipt
  const isAgain = hasLeft || (shown.ended !== undefined && shown.ended !== key)
  if (isAgain || receipt !== shown.receipt)
    setShown({ visit: shown.visit + (isAgain ? 1 : 0), receipt, ended: undefined })
  return {
    visit: shown.visit,
    /** After handing in; null where the receipt is not kept, so that no address leads to it. */
    onEnd(number: string | null) {
      if (number === null) setShown((before) => ({ ...before, ended: appHistory.position().location.key }))
      else setQuery({ receipt: number })
    },
  }
}
