// Owns the question whether to leave a page whose input is not saved.
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { appHistory } from './hash-history.ts'

interface Props {
  /** Whether something would be lost now. */
  readonly when: boolean
  readonly message?: string
}

/** Moves within the page (its steps, its query) are not asked about; closing the window is. */
export function LeaveGuard({ when, message = '您填写的内容还没有提交，离开后可能丢失。' }: Props) {
  const [proceed, setProceed] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!when) return
    const here = appHistory.position().location.pathname
    const unblock = appHistory.block((pathname, next) => {
      if (pathname === here) return false
      setProceed(() => next)
      return true
    })
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      unblock()
      window.removeEventListener('beforeunload', ask)
    }
  }, [when])
  const stay = () => setProceed(null)
  const leave = () => {
    appHistory.block(() => false)
    setProceed(null)
    proceed?.()
  }
  return (
    <Dialog
      open={proceed !== null}
      title="确定离开此页吗？"
      onClose={stay}
      footer={
        <>
          <Button onClick={leave}>离开</Button>
          <Button look="primary" onClick={stay}>
            继续填写
          </Button>
        </>
      }
    >
      <p>{message}</p>
    </Dialog>
  )
}
