// Draws the chat: the list of conversations and the open one, side by side; one of the two on a phone.
import { useEffect, useState } from 'react'
import { useQuery } from '#portal/core/routing/use-query.ts'
import { onLiveEvent } from '#portal/core/session/live-events.ts'
import { useSession } from '#portal/core/session/session.ts'
import { Empty } from '#portal/ui/empty.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'
import { ContactList } from './contact-list.tsx'
import { forgetContacts, readContacts, refreshContactsOnEvent, useContacts } from './contacts.ts'
import { ConversationView } from './conversation-view.tsx'
import { usePageResume } from './use-page-resume.ts'
import './chat.css'

interface Props {
  readonly link?: Link
  readonly empty?: string
  readonly scope: Scope
}

/** Milliseconds between two reads of who is online; the server sends no events about it. */
const POLL_INTERVAL_MS = 60_000

export function ChatView({ link, empty = '还没有会话', scope }: Props) {
  const { user } = useSession()
  const { query, setQuery } = useQuery()
  const contacts = useContacts()
  const [word, setWord] = useState('')
  const ownId = user?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has other talks
  useEffect(() => {
    void readContacts()
    const stop = onLiveEvent(refreshContactsOnEvent)
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void readContacts(),
      POLL_INTERVAL_MS,
    )
    return () => {
      stop()
      clearInterval(timer)
      forgetContacts()
    }
  }, [ownId])
  usePageResume(() => void readContacts())
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
