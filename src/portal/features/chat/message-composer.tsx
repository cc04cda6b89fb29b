// Draws the box to write in: words, pictures and files; typed text stays until it is sent.

import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { sendLiveMessage } from '#portal/core/session/live-events.ts'
import { useUnsavedInput } from '#portal/core/session/unsaved-input.ts'
import { toast } from '#portal/core/state/toast.ts'
import { hasTouchInput } from '#portal/ui/browser/touch-input.ts'
import { Button } from '#portal/ui/button.tsx'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { BlacklistNotice } from '#portal/widgets/notices/notices.tsx'
import type { ChatItem } from '#shared/calls/chat-answers.ts'
import { countLetters } from '#shared/formats/text-length.ts'
import { keepText, send, unsentMessages, useUnsentState } from './outbox.ts'

interface Props {
  readonly otherId: string
  /** Why nothing can be written, in words. */
  readonly refusal: string | null
  /** Goes along with the next message. */
  readonly about: ChatItem | null
  readonly onLeaveOut: () => void
}

const MAX_MESSAGE_LENGTH = 2000
/** The number of remaining characters below which it is shown. */
const FEW = 200
/** Writing is hinted at no more often, in milliseconds. */
const HINT = 3_000

export function Composer({ otherId, refusal, about, onLeaveOut }: Props) {
  const { black } = useBlacklistStatus()
  if (black)
    return (
      <div className="eq-chat-composer">
        <BlacklistNotice />
      </div>
    )
  if (refusal !== null)
    return (
      <p className="eq-chat-composer eq-chat-refusal" role="status">
        <Icon name="info" />
        {refusal}
      </p>
    )
  return <Box otherId={otherId} about={about} onLeaveOut={onLeaveOut} />
}

function Box({ otherId, about, onLeaveOut }: Omit<Props, 'refusal'>) {
  const id = useId()
  const text = useUnsentState().texts[otherId] ?? ''
  const hinted = useRef(0)
  const box = useRef<HTMLTextAreaElement>(null)
  const withItem = about ? { item: about } : {}
  const left = MAX_MESSAGE_LENGTH - countLetters(text)
  useUnsavedInput(() => {
    const unsent = unsentMessages().filter(({ toId }) => toId === otherId)
    return [...unsent.map(({ content, file }) => content || (file?.name ?? '')), text.trim()]
      .filter((words) => words !== '')
      .join('\n')
  })
  const type = (value: string) => {
    keepText(otherId, value)
    if (value === '' || Date.now() - hinted.current < HINT) return
    hinted.current = Date.now()
    sendLiveMessage({ type: 'typing', to: otherId })
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    box.current?.focus()
    const content = text.trim()
    if (content === '') return toast.info('请输入要发送的内容')
    if (left < 0) return
    send({ toId: otherId, msgType: 'text', content, ...withItem })
    keepText(otherId, '')
    hinted.current = 0
  }
  const sendFiles = (files: Iterable<File>) => {
    for (const [index, file] of [...files].entries()) {
      const msgType = file.type.startsWith('image/') ? 'image' : 'file'
      send({ toId: otherId, msgType, content: '', file, ...(index === 0 ? withItem : {}) })
    }
  }
  const press = (event: KeyboardEvent) => {
    // A finger's keyboard has no other way to a new line; while words are composed the key belongs to that.
    if (pressedKey(event) !== 'Enter' || event.shiftKey || hasTouchInput()) return
    event.preventDefault()
    submit()
  }
  const paste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData
    if (files.length === 0) return
    event.preventDefault()
    sendFiles([...files])
  }
  return (
    <form className="eq-chat-composer" onSubmit={submit}>
      {about ? (
        <p className="eq-chat-item">
          <Icon name="link" />
          <span>{about.title}</span>
          <button type="button" className="eq-icon-button" aria-label="移除所附内容" onClick={onLeaveOut}>
            <Icon name="close" />
          </button>
        </p>
      ) : null}
      <label className="eq-sr-only" htmlFor={id}>
        消息
      </label>
      <textarea
        ref={box}
        id={id}
        className="eq-input"
        rows={2}
        value={text}
        placeholder="请文明沟通，不要透露密码和验证码"
        aria-invalid={left < 0 || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onPaste={paste}
      />
      <div className="eq-chat-tools">
        <label className="eq-button eq-chat-pick">
          <input
            className="eq-sr-only"
            type="file"
            multiple
            onChange={(event) => {
              sendFiles([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <Icon name="image" />
          图片、文件
        </label>
        <span
          id={`${id}-note`}
          className={left < 0 ? 'eq-problem' : 'eq-muted'}
          role={left < 0 ? 'alert' : undefined}
        >
          {left < 0
            ? `超过 ${MAX_MESSAGE_LENGTH} 字，请删去 ${-left} 字`
            : left < FEW
              ? `还可以输入 ${left} 字`
              : hasTouchInput()
                ? ''
                : 'Enter 发送，Shift+Enter 换行'}
        </span>
        <Button type="submit" look="primary" icon="send">
          发送
        </Button>
      </div>
    </form>
  )
}
