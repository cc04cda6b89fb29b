// Draws a message that is being sent, or that failed.
import { Button } from '#portal/ui/button.tsx'
import { toSize } from '#portal/ui/format/format-number.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { discardMessage, sendAgain } from './outbox.ts'
import { keepText, textFor, type Unsent } from './unsent-messages.ts'

export function UnsentMessage({ message }: { readonly message: Unsent }) {
  const { content, file, item, state, problem, progress, toId } = message
  const takeBack = () => {
    keepText(toId, [textFor(toId), content].filter(Boolean).join('\n'))
    discardMessage(message)
  }
  return (
    <article className="eq-chat-message" data-own data-unsent={state}>
      <span className="eq-sr-only">我：</span>
      {item ? (
        <p className="eq-chat-item">
          <Icon name="link" />
          <span>{item.title}</span>
        </p>
      ) : null}
      {file ? (
        <p className="eq-chat-file">
          <Icon name="file" />
          <span>
            <b>{file.name}</b>
            <small>{toSize(file.size)}</small>
          </span>
        </p>
      ) : null}
      {content ? <p className="eq-chat-words">{content}</p> : null}
      {state === 'queued' ? (
        <footer role="status">
          {file && progress !== undefined && progress < 1
            ? `正在上传 ${Math.round(progress * 100)}%`
            : '正在发送…'}
        </footer>
      ) : (
        <footer role="alert">
          <span className="eq-problem">未发出：{problem}</span>
          <Button look="text" onClick={() => sendAgain(message)}>
            重新发送
          </Button>
          <Button look="text" onClick={content && !file ? takeBack : () => discardMessage(message)}>
            {content && !file ? '撤回修改' : '取消发送'}
          </Button>
        </footer>
      )}
    </article>
  )
}
