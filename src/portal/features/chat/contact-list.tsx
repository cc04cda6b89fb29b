// Draws the list of conversations: partner, online state, last message, number of unread messages.

import type { ApiError } from '#portal/core/api/api-error.ts'
import { Avatar } from '#portal/ui/avatar.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { toRelative } from '#portal/ui/format/format-time.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { ChatContact } from '#shared/calls/chat-answers.ts'
import { readContacts } from './contacts.ts'
import { useUnsentState } from './unsent-messages.ts'

interface Props {
  readonly contacts: { readonly list?: readonly ChatContact[]; readonly error?: ApiError }
  readonly chosen: string
  readonly word: string
  readonly empty: string
  readonly onWord: (word: string) => void
  readonly onOpen: (userId: string) => void
}

const MAX_SHOWN = 99

export function ContactList({ contacts: { list, error }, chosen, word, empty, onWord, onOpen }: Props) {
  const wanted = word.trim().toLowerCase()
  const shown = list?.filter(({ nickName }) => nickName.toLowerCase().includes(wanted))
  return (
    <section className="eq-chat-list" aria-label="会话">
      <div className="eq-chat-search">
        <input
          type="search"
          className="eq-input"
          aria-label="按名称查找会话"
          placeholder="按名称查找"
          value={word}
          onChange={(event) => onWord(event.target.value)}
        />
      </div>
      {!shown ? (
        error ? (
          <Failed error={error} retry={() => void readContacts()} />
        ) : (
          <Skeleton shape="block" height={240} />
        )
      ) : shown.length === 0 ? (
        <p className="eq-chat-hint">{wanted === '' ? empty : `没有名称含“${word.trim()}”的会话`}</p>
      ) : (
        <ul>
          {shown.map((contact) => (
            <li key={contact.userId}>
              <Contact contact={contact} isChosen={contact.userId === chosen} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface ContactProps {
  readonly contact: ChatContact
  readonly isChosen: boolean
  readonly onOpen: (userId: string) => void
}

function Contact({ contact, isChosen, onOpen }: ContactProps) {
  const { userId, nickName, online, unread, lastTime, lastContent } = contact
  const draft = useUnsentState().texts[userId]
  return (
    <button
      type="button"
      className="eq-chat-contact"
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onOpen(userId)}
    >
      <span className="eq-chat-face" data-online={online || undefined}>
        <Avatar name={nickName} />
      </span>
      <span className="eq-chat-who">
        <b>{nickName}</b>
        {online ? <span className="eq-sr-only">，在线</span> : null}
        <time dateTime={lastTime ?? undefined}>{toRelative(lastTime)}</time>
      </span>
      <span className="eq-chat-last">
        <span>{draft && !isChosen ? `[草稿] ${draft}` : lastContent}</span>
        {unread > 0 ? (
          <b className="eq-chat-count">
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
            <span className="eq-sr-only"> 条未读</span>
          </b>
        ) : null}
      </span>
    </button>
  )
}
