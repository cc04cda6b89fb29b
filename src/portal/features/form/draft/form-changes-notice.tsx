// Draws the notice above a form that has changed since it was filled in: the changes, and that no text is lost.
import { Button } from '#portal/ui/button.tsx'

interface Props {
  readonly changes: readonly string[]
  readonly onClose: () => void
}

export function FormChangesNotice({ changes, onClose }: Props) {
  return (
    <section className="eq-notice" role="status" aria-label="表单的变化">
      <div>
        <p>表单有更新，您填写的内容均已保留，请核对：</p>
        <ul className="eq-form-changes">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </div>
      <div className="eq-notice-actions">
        <Button onClick={onClose}>知道了</Button>
      </div>
    </section>
  )
}
