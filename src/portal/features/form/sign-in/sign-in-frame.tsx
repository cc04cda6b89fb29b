// Draws the frame around sign-in: a description of the portal, the reason to sign in, and the form.
import { type ReactNode, useState } from 'react'
import { signInPurpose, takeSignInNote } from '#portal/core/session/sign-in-redirects.ts'
import { site } from '#portal/core/site.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

interface Props {
  readonly page: FormPage
  readonly isExpired: boolean
  readonly children: ReactNode
}

export function SignInFrame({ page, isExpired, children }: Props) {
  // Tabs and reloads of the page leave it as it is.
  const [purpose] = useState(signInPurpose)
  const [note] = useState(takeSignInNote)
  return (
    <div className="eq-sign-in" data-page={page.id}>
      <section className="eq-sign-in-side" aria-hidden="true">
        <p className="eq-sign-in-name">{site.name}</p>
        <ul>
          {site.welcome?.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section className="eq-sign-in-card">
        <h1 tabIndex={-1}>{page.title}</h1>
        {note ? (
          <p className="eq-notice" role="status">
            {note}
          </p>
        ) : null}
        {isExpired && !note ? (
          <p className="eq-notice" role="status">
            您未登录，或者登录已经超时，请先登录！
          </p>
        ) : null}
        {purpose && !isExpired ? (
          <p className="eq-notice" role="status">
            登录后可以{purpose}
          </p>
        ) : null}
        {page.intro ? <p className="eq-help">{page.intro}</p> : null}
        {children}
      </section>
    </div>
  )
}
