// Sends messages: one after the other to each person, again after a failure of the connection, stored only once.

import { ApiError } from '#portal/core/api/api-error.ts'
import { uploadFile } from '#portal/core/api/file-client.ts'
import { emitLiveEvent, mayHaveMissedEvents, onLiveEvent } from '#portal/core/session/live-events.ts'
import { CHAT_FORM } from '#shared/content/program-forms.ts'
import { postMessage } from './chat-client.ts'
import { addUnsent, changeUnsent, dropUnsent, type Unsent, unsentMessages } from './unsent-messages.ts'

/** Milliseconds before each further attempt. */
const WAITS = [500, 1_500, 4_000]
const FILE_TARGET = { form: CHAT_FORM, field: 'file' }
const TOO_MANY = 429

const running = new Set<string>()
const files = new Map<string, File>()

export type OutgoingMessage = Pick<Unsent, 'toId' | 'msgType' | 'content'> & {
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

/** The picture or file itself while this page sends it. */
export const fileOf = (clientId: string): File | undefined => files.get(clientId)

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
