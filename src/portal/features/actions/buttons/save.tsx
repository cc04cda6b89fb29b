// Draws the button that reads data and saves them as a file.
import { get } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { toast } from '#portal/core/state/toast.ts'
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { saveBlob } from '#portal/ui/browser/save-blob.ts'
import { Button } from '#portal/ui/button.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { dayAt } from '#shared/formats/portal-time.ts'

/** The rest of the answer comes first. */
function toLines(answer: Item, lines: string): string {
  const { [lines]: list, ...rest } = answer
  return [rest, ...listOf(list)].map((line) => `${JSON.stringify(line)}\n`).join('')
}

export function SaveAction({ action, scope, title }: ActionProps) {
  const { isBusy, run } = useTask('保存失败，请稍后重试', toast.error)
  const save = async () => {
    const call = action.source ? toReadSource(action.source, scope) : null
    if (!call) return
    const answer = await get<Item>(call.path, call.params)
    const { lines } = action
    const text = lines === undefined ? JSON.stringify(answer, null, 2) : toLines(answer, lines)
    const ending = lines === undefined ? 'json' : 'jsonl'
    saveBlob(`${title}-${dayAt(new Date())}.${ending}`, new Blob([text], { type: 'application/json' }))
    toast.success('已保存到下载文件夹')
  }
  return (
    <Button icon={action.icon ?? 'download'} busy={isBusy} onClick={() => void run(save)}>
      {action.label}
    </Button>
  )
}
