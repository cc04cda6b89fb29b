// Decides when a form page is visited anew: after a receipt was shown, and its history entry was left.
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { useQuery } from '#portal/core/routing/use-query.ts'

interface VisitState {
  /** How often the page was come to anew. */
  readonly visit: number
  /** The receipt number in the address; undefined for the form. */
  readonly receipt: string | undefined
  /** The entry of the history that shows a receipt that has no number. */
  readonly ended: string | undefined
}

export function useFormVisit() {
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
