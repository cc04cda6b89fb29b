// Asks whether to leave unsaved input.
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import type { LeaveGuard } from './use-leave-guard.ts'

interface Props {
  readonly guard: LeaveGuard
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
