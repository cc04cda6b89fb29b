// Draws the methods of a form page, such as the ways to sign in, and those that lead to another site.
import { type ReactNode, useId, useState } from 'react'
import { get } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { beginTicketSignIn } from '#portal/core/session/sign-in-redirects.ts'
import { Button } from '#portal/ui/button.tsx'
import { Tabs } from '#portal/ui/tabs.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { FormPage, FormVariant } from '#shared/model/pages/form.ts'

/** The page as the method sees it; the first method is the page itself. */
export function findChosenMethod(
  page: FormPage,
  value: string | undefined,
): { page: FormPage; way: FormVariant | undefined } {
  const way = page.ways?.find((candidate) => candidate.value === value) ?? page.ways?.[0]
  if (!way?.form || !way.submit) return { page, way }
  const review = way.form.steps.length > 1
  return { page: { ...page, form: way.form, submit: way.submit, review }, way }
}

interface MethodTabsProps {
  readonly ways: readonly FormVariant[] | undefined
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  /** The chosen method. */
  readonly children: ReactNode
}

/** Draws the tabs of the methods of a form page, if it has several, above the chosen one. */
export function MethodTabs({ ways, label, value = '', onChange, children }: MethodTabsProps) {
  const panel = useId()
  if (!ways) return <div>{children}</div>
  return (
    <>
      <Tabs
        label={label}
        tabs={ways.map((way) => ({ value: way.value, label: way.title }))}
        value={value}
        panel={panel}
        onChange={onChange}
      />
      <div id={panel} role="tabpanel" aria-label={ways.find((way) => way.value === value)?.title}>
        {children}
      </div>
    </>
  )
}

interface Props {
  readonly way: FormVariant
  readonly scope: Scope
  /** In a window of its own: the page holds what must not be left. */
  readonly isApart?: boolean
}

export function ExternalMethod({ way, scope, isApart = false }: Props) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const visit = async () => {
    const call = way.visit ? toReadSource(way.visit, scope) : null
    if (!call) return
    setBusy(true)
    setProblem('')
    // A window that is opened takes along what this one has begun.
    const { pathname, search } = appHistory.position().location
    const state = beginTicketSignIn(isApart ? '/' : pathname + search)
    // Opened at once, as browsers let only a press open one.
    const apart = isApart ? window.open('', '_blank') : null
    try {
      if (isApart && !apart) throw new Error('浏览器拦截了新窗口，请允许本站打开新窗口后重试')
      const { url } = await get<{ readonly url: string }>(call.path, {
        ...call.params,
        state,
      })
      if (!apart) return window.location.assign(url)
      apart.opener = null
      apart.location.assign(url)
      setBusy(false)
    } catch (error) {
      apart?.close()
      setProblem(error instanceof Error ? error.message : '暂时无法前往，请稍后重试')
      setBusy(false)
    }
  }
  return (
    <div className="eq-form-visit">
      {isApart ? <p>将在新窗口登录，完成后回到本页继续。</p> : way.note ? <p>{way.note}</p> : null}
      {problem ? (
        <p role="alert" className="eq-form-message">
          {problem}
        </p>
      ) : null}
      <Button look="primary" busy={isBusy} onClick={() => void visit()}>
        前往{way.title}
      </Button>
    </div>
  )
}
