// Loads the dialog that asks to sign in again after a session ended while the page held typed text.
import { lazy, Suspense, useEffect, useState } from 'react'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { closeInterruption, useInterruption } from '#portal/core/session/session-interruption.ts'
import { Button } from '#portal/ui/button.tsx'
import { PlainDialog } from '#portal/ui/dialog.tsx'

/** Without its code the text must not be lost either. */
function NotLoaded() {
  return (
    <PlainDialog
      open={useInterruption()?.isAsking ?? false}
      title="请重新登录"
      onClose={closeInterruption}
      footer={<Button onClick={closeInterruption}>关闭</Button>}
    >
      <p role="alert">登录已失效，登录窗口加载失败。请在新窗口登录本站，再回到本页提交。</p>
    </PlainDialog>
  )
}

const SignInDialog = lazy(() =>
  import('#portal/features/form/sign-in/sign-in-dialog.tsx').then(
    (module) => ({ default: module.SignInDialog }),
    () => ({ default: NotLoaded }),
  ),
)

export function SignInAgain() {
  const isPending = useInterruption() !== null
  // Once drawn it stays: a closed dialog gives the focus back to where it was.
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    if (!isPending) return
    setNeeded(true)
    // Reads all data again afterwards: the answers in between were read without a session.
    return revalidateAll
  }, [isPending])
  if (!isPending && !isNeeded) return null
  return (
    <Suspense fallback={null}>
      <SignInDialog />
    </Suspense>
  )
}
