// Draws the button that reads data and saves them as a file.
import { get } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { toast } from '#portal/core/state/toast.ts'
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { Button } from '#portal/ui/button.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { dayAt } from '#shared/formats/portal-time.ts'

function saveJson(name: string, data: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function SaveAction({ action, scope, title }: ActionProps) {
  const { isBusy, run } = useTask('保存失败，请稍后重试', toast.error)
  const save = async () => {
    const call = action.source ? toReadSource(action.source, scope) : null
    if (!call) return
    saveJson(`${title}-${dayAt(new Date())}`, await get(call.path, call.params))
    toast.success('已保存到下载文件夹')
  }
  return (
    <Button icon={action.icon ?? 'download'} busy={isBusy} onClick={() => void run(save)}>
      {action.label}
    </Button>
  )
}
