// Draws the messages of a conversation by days, unsent ones at the end; older ones load on the way up.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#portal/ui/button.tsx'
import { toSize } from '#portal/ui/format/format-number.ts'
import { toDate } from '#portal/ui/format/format-time.ts'
import { Icon } from '#portal/ui/icon.tsx'
import type { ChatHistory, ChatMessage } from '#shared/calls/chat-answers.ts'
import type { Conversation, ConversationState } from './conversation.ts'
import { type Draw, Message } from './message.tsx'
import { discardMessage, keepText, sendAgain, textFor, type Unsent, useUnsentState } from './outbox.ts'
import { usePageResume } from './use-page-resume.ts'

/** Draws a message that is being sent, or that failed. */
function UnsentMessage({ message }: { readonly message: Unsent }) {
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

const DAY = 86_400_000

interface Props {
  readonly conversation: Conversation
  readonly state: ConversationState
  readonly sides: { readonly ownId: string; readonly other: ChatHistory['other'] }
  readonly draw: Draw
  readonly onReport: (message: ChatMessage) => void
}

/** Pixels from an edge that count as being there. */
const NEAR = 80

export function ConversationMessages({
  conversation,
  state,
  sides: { ownId, other },
  draw,
  onReport,
}: Props) {
  const { list, hasOlder, isLoadingOlder } = state
  const arrived = new Set(list.filter(({ fromId }) => fromId === ownId).map(({ clientId }) => clientId))
  const unsent = useUnsentState().unsent.filter(
    ({ toId, clientId }) => toId === other.userId && !arrived.has(clientId),
  )
  const { frame, inner, isDown, toEnd, onScroll } = useEnd(list[0]?.seq ?? 0, unsent.at(-1)?.clientId)
  const see = useCallback(() => {
    if (isDown && document.visibilityState === 'visible') conversation.markSeen()
  }, [conversation, isDown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the list is seen
  useEffect(see, [see, list])
  usePageResume(see)
  return (
    <div className="eq-chat-room">
      <section
        ref={frame}
        className="eq-chat-messages"
        aria-label="消息"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        onScroll={() => {
          onScroll()
          if ((frame.current?.scrollTop ?? NEAR) < NEAR) void conversation.loadOlder()
        }}
      >
        <div ref={inner}>
          {hasOlder ? (
            <p className="eq-chat-older">
              <Button look="text" busy={isLoadingOlder} onClick={() => void conversation.loadOlder()}>
                {isLoadingOlder ? '正在加载…' : '查看更早的消息'}
              </Button>
            </p>
          ) : null}
          <ol>
            {list.map((message, index) => (
              <li key={message.seq}>
                {toDate(list[index - 1]?.sendTime) === toDate(message.sendTime) ? null : (
                  <p className="eq-chat-day">{dayName(message.sendTime)}</p>
                )}
                <Message
                  message={message}
                  isOwn={message.fromId === ownId}
                  isRead={message.seq <= other.readSeq}
                  name={other.nickName}
                  draw={draw}
                  onReport={onReport}
                />
              </li>
            ))}
            {unsent.map((message) => (
              <li key={message.clientId}>
                <UnsentMessage message={message} />
              </li>
            ))}
          </ol>
          {list.length === 0 && unsent.length === 0 ? (
            <p className="eq-chat-hint">还没有消息。请勿在沟通中透露密码、验证码，谨慎转账。</p>
          ) : null}
        </div>
      </section>
      {isDown ? null : (
        <button type="button" className="eq-chat-down" onClick={toEnd}>
          <Icon name="down" />
          查看最新消息
        </button>
      )}
    </div>
  )
}

/**
 * Keeps the frame at the end while the reader is there; keeps the reader's position when older messages are added at
 * the top.
 */
function useEnd(first: number, ownLast: string | undefined) {
  const frame = useRef<HTMLElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const [isDown, setDown] = useState(true)
  const down = useRef(true)
  const height = useRef(0)
  const set = useCallback((next: boolean) => {
    down.current = next
    setDown(next)
  }, [])
  const toEnd = useCallback(() => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight
    set(true)
  }, [set])
  // biome-ignore lint/correctness/useExhaustiveDependencies: older ones have come
  useLayoutEffect(() => {
    const element = frame.current
    if (element && !down.current) element.scrollTop += element.scrollHeight - height.current
    if (element) height.current = element.scrollHeight
  }, [first])
  // biome-ignore lint/correctness/useExhaustiveDependencies: who writes wants to see it
  useLayoutEffect(() => {
    if (ownLast !== undefined) toEnd()
  }, [ownLast])
  useEffect(() => {
    if (!inner.current || !frame.current) return
    // Pictures make it longer after it was drawn.
    const observer = new ResizeObserver(() => {
      if (down.current) toEnd()
      height.current = frame.current?.scrollHeight ?? 0
    })
    observer.observe(inner.current)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [toEnd])
  const onScroll = () => {
    const element = frame.current
    if (element) set(element.scrollHeight - element.scrollTop - element.clientHeight < NEAR)
  }
  return { frame, inner, isDown, toEnd, onScroll }
}

/** 今天, 昨天, or the date, where the portal is. */
function dayName(time: string, now: number = Date.now()): string {
  const day = toDate(time)
  if (day === toDate(new Date(now).toISOString())) return '今天'
  return day === toDate(new Date(now - DAY).toISOString()) ? '昨天' : day
}
