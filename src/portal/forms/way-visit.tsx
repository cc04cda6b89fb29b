// Owns the way of a form page that leads elsewhere, such as to single sign-on.
import { useState } from 'react'
import type { Scope } from '../../shared/condition.ts'
import type { FormWay } from '../../shared/pages/form.ts'
import { get } from '../api/client.ts'
import { beginTicketSignIn } from '../session/ticket-state.ts'
import { Button } from '../ui/button.tsx'
import { toRead } from '../widgets/to-read.ts'

export function WayVisit({ way, scope }: { readonly way: FormWay; readonly scope: Scope }) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const visit = async () => {
    const call = way.visit ? toRead(way.visit, scope) : null
    if (!call) return
    setBusy(true)
    setProblem('')
    try {
      const { url } = await get<{ readonly url: string }>(call.path, {
        ...call.params,
        state: beginTicketSignIn(),
      })
      window.location.assign(url)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '暂时无法前往，请稍后重试')
      setBusy(false)
    }
  }
  return (
    <div className="eq-form-visit">
      {way.note ? <p>{way.note}</p> : null}
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
