// Asks whether to leave unsaved input.

import { useEffect, useRef, useState } from 'react'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { isUnsavedInputDiscarded } from '#portal/core/session/unsaved-input.ts'
import { LOGIN } from '#portal/core/site.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'

/** `mustAsk` is read at the moment of leaving; moves within the page are not asked about. */
export function useLeaveGuard(mustAsk: () => boolean) {
  const [proceed, setProceed] = useState<(() => void) | null>(null)
  const ask = useRef(mustAsk)
  const isLeaving = useRef(false)
  useEffect(() => {
    ask.current = mustAsk
  })
  useEffect(() => {
    isLeaving.current = false
    const here = appHistory.position().location.pathname
    // A lost session must lead to signing in without being asked.
    const unblock = appHistory.block((pathname, next) => {
      if (isLeaving.current || pathname === here || pathname === LOGIN || !ask.current()) return false
      setProceed(() => next)
      return true
    })
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current && !isUnsavedInputDiscarded() && ask.current()) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    return () => {
      unblock()
      removeEventListener('beforeunload', onUnload)
    }
  }, [])
  return {
    /** True while the user is being asked. */
    isAsking: proceed !== null,
    stay: () => setProceed(null),
    leave() {
      isLeaving.current = true
      setProceed(null)
      proceed?.()
    },
  }
}

interface Props {
  readonly guard: ReturnType<typeof useLeaveGuard>
  /** Keeps a draft first; absent where the form keeps none. */
  readonly onSave?: (() => Promise<boolean>) | undefined
}

export function LeaveDialog({ guard, onSave }: Props) {
  return (
    <Dialog
      open={guard.isAsking}
      title="内容尚未保存"
      onClose={guard.stay}
      footer={
        <>
          <Button onClick={guard.leave}>不保存，离开</Button>
          {onSave ? (
            <Button onClick={() => void onSave().then((isKept) => (isKept ? guard.leave() : guard.stay()))}>
              保存草稿并离开
            </Button>
          ) : null}
          <Button look="primary" onClick={guard.stay}>
            继续填写
          </Button>
        </>
      }
    >
      <p>您填写的内容还没有提交，离开本页后可能丢失。</p>
    </Dialog>
  )
}
