// Sends messages: one after the other to each person, again after a failure of the connection, stored only once.
import { ApiError } from '#portal/core/api/api-error.ts'
import { uploadFile } from '#portal/core/api/file-client.ts'
import { emitLiveEvent, mayHaveMissedEvents, onLiveEvent } from '#portal/core/session/live-events.ts'
import { currentSession, subscribeSession } from '#portal/core/session/session.ts'
import { readStored, storeText } from '#portal/core/state/browser-storage.ts'
import { createStore } from '#portal/core/state/store.ts'
import type { MessageKind } from '#shared/calls/chat-answers.ts'
import { CHAT_FORM } from '#shared/content/program-forms.ts'
import { type NamedPerson, postMessage } from './chat-client.ts'

export interface Unsent {
  /** The same for every attempt, so that the server stores it once. */
  readonly clientId: string
  readonly toId: string
  readonly msgType: MessageKind
  readonly content: string
  readonly at: string
  readonly item?: NamedPerson & { readonly title: string | null }
  /** `id` once it is uploaded; until then only this page has its bytes. */
  readonly file?: { readonly id?: string; readonly name: string; readonly size: number }
  readonly state: 'queued' | 'failed'
  readonly problem?: string
  /** The connection failed, not the message: it goes by itself once there is one. */
  readonly isLater?: boolean
  /** Of its file, between 0 and 1. */
  readonly progress?: number
}

interface UnsentState {
  readonly unsent: readonly Unsent[]
  /** The text in the box of each conversation. */
  readonly texts: Readonly<Record<string, string>>
}

const NOTHING: UnsentState = { unsent: [], texts: {} }
const store = createStore<UnsentState>(NOTHING)
let owner: string | undefined

const keyOf = (account: string) => `chat:${account}`

/**
 * Restores the messages of another tab, or of a page that was closed. It is unknown whether they arrived; sending
 * them again does no harm.
 */
function restore(account: string): UnsentState {
  const toState = (stored: unknown): UnsentState => {
    const { unsent, texts } = { ...NOTHING, ...(stored as UnsentState) }
    return {
      texts,
      unsent: unsent
        .filter(({ file }) => !file || file.id !== undefined)
        .map((one) => ({ ...one, state: 'failed', problem: one.problem ?? '尚未发出', isLater: true })),
    }
  }
  return readStored('local', keyOf(account), toState, NOTHING)
}

function save(next: UnsentState): void {
  store.set(next)
  if (owner === undefined) return
  const isEmpty = next.unsent.length === 0 && Object.keys(next.texts).length === 0
  storeText('local', keyOf(owner), isEmpty ? null : JSON.stringify(next))
}

function belong(): void {
  const account = currentSession().user?.id
  if (account === owner) return
  owner = account
  store.set(account === undefined ? NOTHING : restore(account))
}

belong()
subscribeSession(belong)

/** Stores the unsent messages of each account: in this browser until they are stored on the server. */
export const useUnsentState = store.use
export const unsentMessages = (): readonly Unsent[] => store.get().unsent
export const textFor = (toId: string): string => store.get().texts[toId] ?? ''

export function keepText(toId: string, text: string): void {
  const { [toId]: _, ...others } = store.get().texts
  save({ ...store.get(), texts: text === '' ? others : { ...others, [toId]: text } })
}

const addUnsent = (message: Unsent): void => save({ ...store.get(), unsent: [...unsentMessages(), message] })

const dropUnsent = (clientId: string): void => {
  const left = unsentMessages().filter((one) => one.clientId !== clientId)
  if (left.length < unsentMessages().length) save({ ...store.get(), unsent: left })
}

const changeUnsent = (clientId: string, change: Partial<Unsent>): void =>
  save({
    ...store.get(),
    unsent: unsentMessages().map((one) => (one.clientId === clientId ? { ...one, ...change } : one)),
  })

/** Milliseconds before each further attempt. */
const WAITS = [500, 1_500, 4_000]
const FILE_TARGET = { form: CHAT_FORM, field: 'file' }
const TOO_MANY = 429

const running = new Set<string>()
const files = new Map<string, File>()

type OutgoingMessage = Pick<Unsent, 'toId' | 'msgType' | 'content'> & {
  readonly item?: Unsent['item']
  readonly file?: File
}

export function send({ file, item, ...written }: OutgoingMessage): void {
  const clientId = crypto.randomUUID()
  if (file) files.set(clientId, file)
  addUnsent({
    ...written,
    clientId,
    at: new Date().toISOString(),
    state: 'queued',
    ...(item ? { item } : {}),
    ...(file ? { file: { name: file.name, size: file.size } } : {}),
  })
  void run(written.toId)
}

export function sendAgain({ clientId, toId }: Unsent): void {
  changeUnsent(clientId, { state: 'queued' })
  void run(toId)
}

export function discardMessage({ clientId }: Unsent): void {
  files.delete(clientId)
  dropUnsent(clientId)
}

async function run(toId: string): Promise<void> {
  if (running.has(toId)) return
  running.add(toId)
  try {
    for (;;) {
      const next = unsentMessages().find((one) => one.toId === toId && one.state === 'queued')
      if (!next) return
      await sendOne(next)
    }
  } finally {
    running.delete(toId)
  }
}

async function sendOne(message: Unsent): Promise<void> {
  const { clientId, toId } = message
  try {
    const sent = await insist(() => transfer(clientId))
    // Taken off and shown in one step, so that it never stands twice.
    if (sent) emitLiveEvent({ type: 'chat', message: sent })
    discardMessage(message)
  } catch (error) {
    const isLater = isOfConnection(error)
    const problem = error instanceof Error ? error.message : '发送失败，请重试'
    changeUnsent(clientId, { state: 'failed', problem, isLater })
    // The order stays: what was written after it waits with it.
    if (isLater)
      for (const one of unsentMessages())
        if (one.toId === toId && one.state === 'queued')
          changeUnsent(one.clientId, { state: 'failed', problem, isLater })
  }
}

/** Undefined where it was given up meanwhile. */
async function transfer(clientId: string) {
  const message = unsentMessages().find((one) => one.clientId === clientId)
  if (!message) return undefined
  const { toId, msgType, content, item, file } = message
  const fileId = file ? (file.id ?? (await upload(message))) : undefined
  return postMessage({
    toId,
    clientId,
    msgType,
    content,
    ...(fileId === undefined ? {} : { fileId }),
    ...(item ? { dataType: item.dataType, dataId: item.dataId } : {}),
  })
}

async function upload({ clientId, file }: Unsent): Promise<string> {
  const bytes = files.get(clientId)
  if (!bytes || !file) throw new Error('文件已不在本页，请重新选择')
  const { id } = await uploadFile(bytes, FILE_TARGET, {
    signal: new AbortController().signal,
    onProgress: (progress) => changeUnsent(clientId, { progress }),
  })
  changeUnsent(clientId, { file: { ...file, id } })
  return id
}

async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      const wait = WAITS[count]
      if (wait === undefined || !isOfConnection(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait * (0.75 + Math.random() / 2)))
    }
  }
}

const isOfConnection = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === TOO_MANY)

/**
 * Sends messages that failed with the connection once it is back; removes messages that the server reports as stored.
 */
onLiveEvent((event) => {
  if (event.type === 'chat') {
    files.delete(event.message.clientId)
    dropUnsent(event.message.clientId)
  } else if (mayHaveMissedEvents(event)) {
    const late = unsentMessages().filter(({ state, isLater }) => state === 'failed' && isLater)
    for (const one of late) sendAgain(one)
  }
})
