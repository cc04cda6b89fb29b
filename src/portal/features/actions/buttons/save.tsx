// Draws the button that reads data and saves them as a file.
import { get } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { toast } from '#portal/core/state/toast.ts'
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { saveBlob } from '#portal/ui/browser/save-blob.ts'
import { Button } from '#portal/ui/button.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { dayAt } from '#shared/formats/portal-time.ts'

export function SaveAction({ action, scope, title }: ActionProps) {
  const { isBusy, run } = useTask('保存失败，请稍后重试', toast.error)
  const save = async () => {
    const call = action.source ? toReadSource(action.source, scope) : null
    if (!call) return
    const text = JSON.stringify(await get(call.path, call.params), null, 2)
    saveBlob(`${title}-${dayAt(new Date())}.json`, new Blob([text], { type: 'application/json' }))
    toast.success('已保存到下载文件夹')
  }
  return (
    <Button icon={action.icon ?? 'download'} busy={isBusy} onClick={() => void run(save)}>
      {action.label}
    </Button>
  )
}
