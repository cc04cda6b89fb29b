// Draws the message of a block that could not be loaded, with 重试.
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface Props {
  readonly error?: unknown
  /** Said instead of the error's own message. */
  readonly message?: string
  readonly retry?: (() => void) | undefined
}

export function Failed({ error, message, retry }: Props) {
  const { message: reason, requestId } = (error ?? {}) as { message?: string; requestId?: string }
  return (
    <div className="eq-state eq-state-failed" role="alert">
      <Icon name="error" className="eq-state-icon" />
      <p>{message || reason || '加载失败，请稍后重试'}</p>
      {requestId ? <p className="eq-state-note">请求编号 {requestId}</p> : null}
      {retry ? (
        <Button icon="refresh" onClick={retry}>
          重试
        </Button>
      ) : null}
    </div>
  )
}
