// Draws the short messages at the top of the page; screen readers announce them.
import { dismiss, useExternalToastHost, useMessages } from '#portal/core/state/toast.ts'
import { Icon } from './icon.tsx'

/** Mounted once, in the shell. */
export function ToastHost() {
  const messages = useMessages()
  const visible = useExternalToastHost() ? [] : messages
  return (
    <div className="eq-toaster" aria-live="polite">
      {visible.map(({ id, kind, text }) => (
        <div key={id} className={`eq-toast eq-toast-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
          <Icon name={kind === 'info' ? 'info' : kind} />
          <span>{text}</span>
          <button type="button" className="eq-icon-button" aria-label="关闭提示" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
