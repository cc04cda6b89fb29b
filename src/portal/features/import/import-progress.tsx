// Draws the progress while a file is sent and its rows are validated.
import { Button } from '#portal/ui/button.tsx'
import type { RunningImport } from './use-import.ts'

export function ImportProgress({ running }: { readonly running: RunningImport }) {
  const { sending, view, problem, isHeld } = running
  const title = sending ? `正在上传 ${sending.name}` : `正在检查 ${view?.name ?? ''}`
  const share = sending ? sending.share : (view?.judged ?? 0) / Math.max(1, view?.total ?? 1)
  return (
    <div className="eq-import-progress">
      <h2>{title}</h2>
      <progress value={share} aria-label={title} />
      <p role="status">
        {sending
          ? `已上传 ${Math.round(share * 100)}%`
          : `已检查 ${view?.judged ?? 0} / ${view?.total ?? 0} 行`}
      </p>
      {isHeld ? (
        <p className="eq-import-problem" role="alert">
          检查中断了：{problem}
        </p>
      ) : null}
      <p className="eq-actions">
        {isHeld ? (
          <Button look="primary" onClick={running.goOn}>
            继续检查
          </Button>
        ) : null}
        <Button onClick={running.cancel}>取消导入</Button>
      </p>
    </div>
  )
}
