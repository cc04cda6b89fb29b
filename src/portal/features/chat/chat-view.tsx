// Draws the chat: the list of conversations and the open one, side by side; one of the two on a phone.
import { useCallback, useEffect, useState } from 'react'
import useSWR from 'swr'
import { useQuery } from '#portal/core/routing/use-query.ts'
import { onLiveEvent } from '#portal/core/session/live-events.ts'
import { useSession } from '#portal/core/session/session.ts'
import { Empty } from '#portal/ui/empty.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'
import { ConversationView } from './conversation-view.tsx'
import { usePageResume } from './use-page-resume.ts'
import './chat.css'
import type { ApiError } from '#portal/core/api/api-error.ts'
import { Avatar } from '#portal/ui/avatar.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { toRelative } from '#portal/ui/format/format-time.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { ChatContact } from '#shared/calls/chat-answers.ts'
import { loadContacts } from './chat-client.ts'
import { useUnsentState } from './outbox.ts'

/** News that come together are followed by one look. */
const DEBOUNCE_MS = 250
/** Milliseconds between two reads of who is online; the server sends no events about it. */
const POLL_INTERVAL_MS = 60_000

/** Reads the user's list of conversations, and again after events that may have changed it. */
function useContacts(ownId: string | undefined) {
  const key = ownId === undefined ? null : ['chat-contacts', ownId]
  const { data, error, mutate } = useSWR<readonly ChatContact[], ApiError>(key, () => loadContacts(), {
    refreshInterval: POLL_INTERVAL_MS,
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
  const read = useCallback(() => void mutate(), [mutate])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLiveEvent(({ type }) => {
      if (type === 'chat-typing') return
      timer ??= setTimeout(() => {
        timer = undefined
        read()
      }, DEBOUNCE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [read])
  usePageResume(read)
  return { list: data, error, retry: read }
}

interface ContactListProps {
  readonly contacts: ReturnType<typeof useContacts>
  readonly chosen: string
  readonly word: string
  readonly empty: string
  readonly onWord: (word: string) => void
  readonly onOpen: (userId: string) => void
}

const MAX_SHOWN = 99

/** Draws the list of conversations: partner, online state, last message, number of unread messages. */
function ContactList({
  contacts: { list, error, retry },
  chosen,
  word,
  empty,
  onWord,
  onOpen,
}: ContactListProps) {
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
          <Failed error={error} retry={retry} />
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

interface Props {
  readonly link?: Link
  readonly empty?: string
  readonly scope: Scope
}

export function ChatView({ link, empty = '还没有会话', scope }: Props) {
  const { user } = useSession()
  const { query, setQuery } = useQuery()
  const [word, setWord] = useState('')
  const ownId = user?.id
  const contacts = useContacts(ownId)
  if (ownId === undefined) return null
  const { userId = '', dataType, dataId } = query
  const open = (id: string | undefined) => setQuery({ userId: id, dataType: undefined, dataId: undefined })
  return (
    <div className="eq-card eq-chat" data-view={userId === '' ? 'list' : 'talk'}>
      <ContactList
        contacts={contacts}
        chosen={userId}
        word={word}
        empty={empty}
        onWord={setWord}
        onOpen={open}
      />
      {userId === '' ? (
        <div className="eq-chat-none">
          <Empty text={contacts.list?.length ? '请选择一个会话' : empty} />
        </div>
      ) : (
        <ConversationView
          key={userId}
          ownId={ownId}
          otherId={userId}
          named={dataType && dataId ? { dataType, dataId } : undefined}
          contact={contacts.list?.find((one) => one.userId === userId)}
          link={link}
          scope={scope}
          onNamed={() => setQuery({ dataType: undefined, dataId: undefined }, true)}
          onBack={() => open(undefined)}
        />
      )}
    </div>
  )
}
