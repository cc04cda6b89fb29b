// Draws the open conversation: its partner, its messages, its actions, the box to write in.
import { useEffect, useRef, useState } from 'react'
import { onLiveEvent } from '#portal/core/session/live-events.ts'
import { Button } from '#portal/ui/button.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { MutationDialog } from '#portal/widgets/dialogs/mutation-dialog.tsx'
import { ReportDialog } from '#portal/widgets/dialogs/report-dialog.tsx'
import type { ChatContact, ChatHistory, ChatMessage } from '#shared/calls/chat-answers.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'
import { blockPerson, type NamedPerson, reportMessage } from './chat-client.ts'
import { createConversation } from './conversation.ts'
import { ConversationMessages } from './conversation-messages.tsx'
import { Composer } from './message-composer.tsx'
import { useUnsentState } from './outbox.ts'
import { usePageResume } from './use-page-resume.ts'

interface ConversationHeadProps {
  readonly other: ChatHistory['other']
  readonly isOnline: boolean
  readonly typingAt: number
  /** Somebody has written already. */
  readonly canBlock: boolean
  readonly onBack: () => void
  readonly onChanged: () => void
}

/** A hint of writing lasts so long, in milliseconds. */
const TYPING = 5_000

function useTyping(at: number): boolean {
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    const left = at + TYPING - Date.now()
    setTyping(left > 0)
    if (left <= 0) return
    const timer = setTimeout(() => setTyping(false), left)
    return () => clearTimeout(timer)
  }, [at])
  return isTyping
}

/** Draws the head of a conversation: the partner, online or typing, and the button that blocks them. */
function ConversationHead({ other, isOnline, typingAt, canBlock, onBack, onChanged }: ConversationHeadProps) {
  const { nickName, blocked, gone: isDeleted, userId } = other
  const isTyping = useTyping(typingAt)
  const [isAsking, setAsking] = useState(false)
  const words = blocked ? '取消屏蔽' : '屏蔽'
  return (
    <header className="eq-chat-head">
      <button
        type="button"
        className="eq-icon-button eq-chat-back"
        aria-label="返回会话列表"
        onClick={onBack}
      >
        <Icon name="back" />
      </button>
      <h2>{nickName}</h2>
      <p className="eq-chat-presence" data-online={isOnline || undefined}>
        {isDeleted
          ? '已离开本站'
          : isTyping
            ? '对方正在输入…'
            : isOnline
              ? '在线'
              : '不在线，对方登录后可以看到'}
      </p>
      {canBlock && !isDeleted ? (
        <Button look="text" onClick={() => setAsking(true)}>
          {words}
        </Button>
      ) : null}
      <MutationDialog
        open={isAsking}
        title={`${words}${nickName}`}
        label={words}
        isDanger={!blocked}
        done={blocked ? '已取消屏蔽' : '已屏蔽'}
        mutate={() => blockPerson(userId, !blocked)}
        onClose={() => setAsking(false)}
        onDone={onChanged}
      >
        <p>
          {blocked
            ? '取消屏蔽后，对方可以再给您发消息。'
            : '屏蔽后，对方不能再给您发消息，以前的消息仍然保留。您可以随时取消屏蔽。'}
        </p>
      </MutationDialog>
    </header>
  )
}

interface Props {
  readonly ownId: string
  readonly otherId: string
  /** The item from which the reader came. */
  readonly named: NamedPerson | undefined
  readonly contact: ChatContact | undefined
  readonly link: Link | undefined
  readonly scope: Scope
  /** It went with a message that is stored, or was left out. */
  readonly onNamed: () => void
  readonly onBack: () => void
}

export function ConversationView({ ownId, otherId, named, contact, link, scope, onNamed, onBack }: Props) {
  const [conversation] = useState(() => createConversation({ ownId, otherId }))
  const state = conversation.use()
  const [announcement, setAnnouncement] = useState('')
  const [reported, setReported] = useState<ChatMessage | null>(null)
  const view = useRef<HTMLElement>(null)
  const { dataType, dataId } = named ?? {}
  useEffect(() => {
    void conversation.load(dataType && dataId ? { dataType, dataId } : undefined)
  }, [conversation, dataType, dataId])
  useEffect(
    () =>
      onLiveEvent((event) => {
        conversation.handleEvent(event)
        if (event.type === 'chat' && event.message.fromId === otherId)
          setAnnouncement(
            `${conversation.get().other?.nickName ?? ''}：${formatMessageSummary(event.message)}`,
          )
      }),
    [conversation, otherId],
  )
  usePageResume(() => void conversation.catchUp())
  const { other, error, item, list, refusal } = state
  const isThere = other !== undefined
  // Scrolls to the box to write in, which is at the foot and on a phone below the screen at first.
  useEffect(() => {
    if (isThere) view.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isThere])
  const last = list.findLast((message) => message.item)?.item
  // The item is not attached again if the conversation is about it already, or an unsent message carries it.
  const isUnderWay = useUnsentState().unsent.some(
    (message) => message.toId === otherId && message.item?.dataId === dataId,
  )
  const about =
    named && item && item.dataId === named.dataId && last?.dataId !== item.dataId && !isUnderWay ? item : null
  // Until a message with the item is stored, only the item lets the reader write: the address names it so long.
  const isStored = dataId !== undefined && last?.dataId === dataId
  // biome-ignore lint/correctness/useExhaustiveDependencies: what takes it out of the address is new each time
  useEffect(() => {
    if (isStored) onNamed()
  }, [isStored])
  return (
    <section ref={view} className="eq-chat-talk" aria-label={other ? `与${other.nickName}的沟通` : '沟通'}>
      <p className="eq-sr-only" aria-live="polite">
        {announcement}
      </p>
      {error ? (
        <Failed error={error} retry={() => void conversation.load(named)} />
      ) : !other ? (
        <Skeleton shape="block" height={420} />
      ) : (
        <>
          <ConversationHead
            other={other}
            isOnline={contact?.online ?? other.online}
            typingAt={state.typingAt}
            canBlock={list.length > 0}
            onBack={onBack}
            onChanged={() => void conversation.catchUp()}
          />
          <ConversationMessages
            conversation={conversation}
            state={state}
            sides={{ ownId, other }}
            onReport={setReported}
            draw={{ link, scope }}
          />
          <Composer otherId={otherId} refusal={refusal} about={about} onLeaveOut={onNamed} />
        </>
      )}
      <ReportDialog
        open={reported !== null}
        title="举报消息"
        send={(report) => reportMessage({ userId: otherId, seq: reported?.seq ?? 0, ...report })}
        onClose={() => setReported(null)}
        onDone={() => setReported(null)}
      />
    </section>
  )
}

type SummaryParts = Pick<ChatMessage, 'msgType' | 'content' | 'item'>

function formatMessageSummary({ msgType, content, item }: SummaryParts): string {
  if (msgType === 'image') return '[图片]'
  if (msgType === 'file') return '[文件]'
  return content || item?.title || '[内容]'
}
