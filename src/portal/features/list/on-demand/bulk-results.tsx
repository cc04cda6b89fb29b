// Draws the results of a bulk action: how many rows succeeded, and why the others were refused.
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Tag } from '#portal/ui/tag.tsx'

export interface BulkResult {
  readonly id: string
  readonly title: string
  readonly ok: boolean
  readonly msg?: string
}

export interface BulkAnswer {
  readonly done: number
  readonly results: readonly BulkResult[]
}

interface Props {
  readonly label: string
  readonly answer: BulkAnswer
  readonly onClose: () => void
}

/** The refused rows come first: they need further work. */
export function BulkResults({ label, answer: { done, results }, onClose }: Props) {
  const refused = results.filter(({ ok }) => !ok)
  const rows = [...refused, ...results.filter(({ ok }) => ok)]
  return (
    <Dialog open title={`${label}：结果`} onClose={onClose}>
      <p role="status">
        {refused.length === 0
          ? `${done} 条全部完成。`
          : `完成 ${done} 条，未办理 ${refused.length} 条，原因如下。`}
      </p>
      <ul className="eq-bulk-results">
        {rows.map(({ id, title, ok, msg }) => (
          <li key={id}>
            <Tag color={ok ? 'green' : 'red'}>{ok ? '完成' : '未办理'}</Tag>
            <span>
              <strong>{title || `编号 ${id}`}</strong>
              {msg ? <span className="eq-bulk-reason">{msg}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      <div className="eq-actions eq-actions-end">
        <Button look="primary" onClick={onClose}>
          知道了
        </Button>
      </div>
    </Dialog>
  )
}
