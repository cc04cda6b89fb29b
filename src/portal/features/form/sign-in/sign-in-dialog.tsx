// Asks a user whose session ended above typed text to sign in again: all methods of the sign-in page, in a dialog.
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useManifest } from '#portal/core/configuration/manifest.ts'
import { usePage } from '#portal/core/pages/use-page.ts'
import { giveUpInput, isOfOtherWindow, type SignInAnswer, signInAgain } from '#portal/core/session/session.ts'
import {
  askAgain,
  closeInterruption,
  currentInterruption,
  type Interruption,
  reopenInterruption,
  useInterruption,
} from '#portal/core/session/session-interruption.ts'
import { NEW_PASSWORD } from '#portal/core/session/sign-in-redirects.ts'
import { readUnsavedInput } from '#portal/core/session/unsaved-input.ts'
import { calls, LOGIN } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import { FormEngine } from '#portal/features/form/engine/form-engine.tsx'
import { useLoadedForm } from '#portal/features/form/rjsf/loaded-form.ts'
import { copyText } from '#portal/ui/browser/copy-text.ts'
import { Button } from '#portal/ui/button.tsx'
import { PlainDialog } from '#portal/ui/dialog.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { matchPage } from '#shared/addresses/match-page.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { ExternalMethod, findChosenMethod, MethodTabs } from './external-method.tsx'
import '#portal/features/form/forms.css'

/** Nobody is signed in, and the dialog has no address. */
const SCOPE = { query: {}, params: {}, user: { id: null, role: null, signedIn: false }, zone: null }

function nameOf({ user }: Pick<Interruption, 'user'>): string {
  return user.name === user.userName ? user.userName : `${user.name}（${user.userName}）`
}

/** The first field has the focus once it is there. */
function FirstFocused({ children }: { readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => part.current?.querySelector('input')?.focus(), [])
  return <div ref={part}>{children}</div>
}

/** One method of signing in. */
function Method({ page: written, value }: { readonly page: FormPage; readonly value: string | undefined }) {
  const { page, way } = findChosenMethod(written, value)
  const { form, error, retry } = useLoadedForm(page.form)
  if (way?.visit) return <ExternalMethod way={way} scope={SCOPE} isApart />
  if (!form) return error === undefined ? <Skeleton lines={6} /> : <Failed error={error} retry={retry} />
  const submit = async (body: Record<string, unknown>) => {
    const call = toReadSource(page.submit, SCOPE)
    if (!call) throw new Error('登录暂时不可用，请稍后重试')
    const sent = { ...fillParams(page.submit.body ?? {}, SCOPE), ...body }
    signInAgain(await post<SignInAnswer>(call.path, sent, call.params))
    if (currentInterruption() === null) toast.success('登录成功')
  }
  return (
    <FirstFocused>
      <FormEngine key={form.id} form={form} review={false} submitLabel="登录" onSubmit={submit} />
    </FirstFocused>
  )
}

function Methods() {
  const entry = matchPage(useManifest().pages, LOGIN)?.page
  return entry ? <SignInPage entry={entry} /> : null
}

function SignInPage({ entry }: { readonly entry: ManifestPage }) {
  const [chosen, setChosen] = useState<string>()
  const { page, failed, retry } = usePage(entry)
  if (failed) return <Failed message="登录窗口加载失败，请检查网络后重试" retry={retry} />
  if (page?.kind !== 'form') return <Skeleton lines={6} />
  const { ways } = page
  const value = chosen ?? ways?.[0]?.value
  /** No link leads away from the page: to another method of signing in, or into a window of its own. */
  const stay = (event: MouseEvent<HTMLElement>) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href') ?? ''
    if (!href.startsWith('#')) return
    event.preventDefault()
    const { pathname, searchParams } = new URL(href.slice(1), window.location.origin)
    const way = searchParams.get('way')
    if (pathname === LOGIN && way !== null) setChosen(way)
    else window.open(href, '_blank', 'noopener')
  }
  return (
    <div className="eq-sign-in-again" onClickCapture={stay}>
      <MethodTabs ways={ways} label="登录方式" value={value} onChange={setChosen}>
        <Method key={value} page={page} value={value} />
      </MethodTabs>
    </div>
  )
}

/** Another user has signed in: the text is not theirs, and is never submitted for them. */
function OtherAccount({ pending }: { readonly pending: Interruption }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  const id = useId()
  const [text] = useState(readUnsavedInput)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => note.current?.focus(), [])
  const { other } = pending
  const copy = async () => {
    field.current?.select()
    setCopied(await copyText(text))
  }
  const signInAsWriter = () => {
    const path = calls['auth.logout']
    // A session of another window is left alone.
    if (path && other?.id && !isOfOtherWindow(other))
      void post(path, {}, {}, { headers: { session: other.id }, quiet: true }).catch(() => undefined)
    askAgain()
  }
  return (
    <>
      <p ref={note} tabIndex={-1} role="alert">
        本页内容由账号“{nameOf(pending)}”填写，您现在登录的是“
        {other?.user ? nameOf({ user: other.user }) : ''}
        ”，不能代为提交。
      </p>
      <div className="eq-native-field">
        <label htmlFor={id}>填写的内容</label>
        <textarea ref={field} id={id} className="eq-input" rows={5} readOnly value={text} />
      </div>
      <p role="status" className="eq-help">
        {isCopied ? '内容已复制' : ''}
      </p>
      <div className="eq-actions eq-actions-end">
        <Button onClick={() => void copy()}>复制内容</Button>
        <Button look="danger" onClick={() => giveUpInput(pending)}>
          放弃内容，继续使用当前账号
        </Button>
        <Button look="primary" onClick={signInAsWriter}>
          换回原账号登录
        </Button>
      </div>
    </>
  )
}

/** As a person with a one-time password no write is possible; this page must not be left to change it. */
function PasswordDue() {
  return (
    <>
      <p role="alert">您使用的是一次性密码，请先在新窗口修改密码，再用新密码登录。本页内容会保留。</p>
      <div className="eq-actions eq-actions-end">
        <a className="eq-button eq-button-plain" href={`#${NEW_PASSWORD}`} target="_blank" rel="noreferrer">
          在新窗口修改密码
        </a>
        <Button look="primary" onClick={askAgain}>
          已修改，重新登录
        </Button>
      </div>
    </>
  )
}

export function SignInDialog() {
  const pending = useInterruption()
  return (
    <>
      {pending && !pending.isAsking ? (
        <div className="eq-interrupted" role="alert">
          <span>登录已失效，您填写的内容仍在本页，尚未提交。</span>
          <Button look="primary" onClick={reopenInterruption}>
            重新登录
          </Button>
        </div>
      ) : null}
      <PlainDialog open={pending?.isAsking ?? false} title="请重新登录" onClose={closeInterruption}>
        {pending?.other ? (
          <OtherAccount pending={pending} />
        ) : pending?.isPasswordDue ? (
          <PasswordDue />
        ) : pending ? (
          <div className="eq-sign-in-again">
            <p role="alert">{pending.message}</p>
            <p>您填写的内容已保留。请以账号“{nameOf(pending)}”登录，登录后继续提交。</p>
            <Methods />
          </div>
        ) : null}
      </PlainDialog>
    </>
  )
}
