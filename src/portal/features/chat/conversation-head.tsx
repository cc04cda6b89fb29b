// Draws the head of a conversation: the partner, online or typing, and the button that blocks them.
import { useEffect, useState } from 'react'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { MutationDialogFooter, useMutationDialog } from '#portal/widgets/dialogs/mutation-dialog.tsx'
import type { ChatHistory } from '#shared/calls/chat-answers.ts'
import { blockPerson } from './chat-client.ts'

interface Props {
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

export function ConversationHead({ other, isOnline, typingAt, canBlock, onBack, onChanged }: Props) {
  const { nickName, blocked, gone: isDeleted, userId } = other
  const isTyping = useTyping(typingAt)
  const [isAsking, setAsking] = useState(false)
  const mutation = useMutationDialog({ onClose: () => setAsking(false), onDone: onChanged })
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
      <Dialog open={isAsking} title={`${words}${nickName}`} onClose={mutation.close}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void mutation.run(() => blockPerson(userId, !blocked), blocked ? '已取消屏蔽' : '已屏蔽')
          }}
        >
          <p>
            {blocked
              ? '取消屏蔽后，对方可以再给您发消息。'
              : '屏蔽后，对方不能再给您发消息，以前的消息仍然保留。您可以随时取消屏蔽。'}
          </p>
          <MutationDialogFooter
            problem={mutation.problem}
            busy={mutation.busy}
            label={words}
            onClose={mutation.close}
            isDanger={!blocked}
          />
        </form>
      </Dialog>
    </header>
  )
}
