// Owns the page of kind form: what precedes the form, the form itself, and signing in.
import { useNavigate } from 'react-router-dom'
import type { FormPage } from '../../shared/model.ts'
import { PageHead } from '../pages/page-head.tsx'
import { useScope } from '../pages/use-scope.ts'
import { safeReturn } from '../routing/guard.ts'
import { type SignInAnswer, signIn, useSession } from '../session/session.ts'
import { Failed } from '../ui/failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { FormSession } from './form-session.tsx'
import { Receipt } from './receipt.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useFormStart } from './use-form-start.ts'
import '../styles/forms.css'

export function FormPageView({ page }: { readonly page: FormPage }) {
  const { scope, query } = useScope(page)
  const { user } = useSession()
  const navigate = useNavigate()
  const place = { form: page.form.id, key: query.id ?? 'new', owner: user?.id ?? null }
  const start = useFormStart(page, scope, place)
  const isSignIn = page.then === 'sign-in'
  const finishSignIn = (answer: unknown) => {
    // Both in one turn: the page returned to needs the session, and the sign-in page sends away who has one.
    void navigate(safeReturn(query.from ?? ''), { replace: true })
    signIn(answer as SignInAnswer) // the declared result of the operation
    toast.success('登录成功')
  }
  const body =
    start.state === 'loading' ? (
      <Skeleton lines={8} />
    ) : start.state === 'failed' ? (
      <Failed error={start.error} retry={start.retry} />
    ) : start.state === 'submitted' ? (
      <Receipt page={page} taken={start.taken} scope={scope} isEarlier />
    ) : (
      <FormSession
        key={`${page.id} ${place.key} ${place.owner}`}
        page={page}
        scope={scope}
        place={place}
        item={start.item}
        draft={start.draft}
        onTaken={isSignIn ? finishSignIn : undefined}
      />
    )
  if (isSignIn)
    return (
      <SignInFrame page={page} isExpired={query.expired === '1'}>
        {body}
      </SignInFrame>
    )
  return (
    <div className="eq-page eq-form-page" data-page={page.id}>
      <PageHead page={page} />
      <div className="eq-form-card">
        {page.intro ? <p className="eq-form-intro">{page.intro}</p> : null}
        {body}
      </div>
    </div>
  )
}
