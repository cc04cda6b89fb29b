// Registers the websocket route, which notifies browsers of the configuration, their sessions and their accounts.
import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { Presence } from '#server/messaging/chat/presence.ts'
import { Editors } from '#server/messaging/editing/editors.ts'
import { isUnread, UnreadNews } from '#server/notifications/unread/notify-unread.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { isOwnOrigin } from '#server/platform/http/is-own-origin.ts'
import { sessionCookieOf } from '#server/platform/http/session-cookie.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import type { Settings } from '#server/platform/settings.ts'
import { listenForPushes, push } from '#server/platform/websocket/push.ts'
import type { ChatNews } from '#shared/calls/chat-answers.ts'
import { Failure } from '#shared/calls/errors.ts'
import { LiveNews } from './push-changes.ts'
import { SessionSockets } from './session-sockets.ts'
import { SOCKET_LIMITS, type SocketLimits, Sockets } from './sockets.ts'

const MAX_PROBLEMS = 50
/** As registered for "try again later". */
const TRY_AGAIN = 1013

interface WebsocketParts {
  readonly source: ConfigurationSource
  readonly settings: Settings
  readonly services: Services
  readonly sessions: Sessions
  /** Those of service unless a test says otherwise. */
  readonly limits?: SocketLimits
}

/**
 * Adds the route `/websocket`, which sends changes of the configuration, unread counts, chat messages and live
 * updates. In production it exists only if the site enables `websocket`. Connections from another origin are
 * refused with `FORBIDDEN`, too many from one network with `TOO_MANY_REQUESTS`.
 *
 * @example
 * addWebsocketRoute(app, { source, settings, services, sessions })
 */
export function addWebsocketRoute(
  app: FastifyInstance,
  { source, settings, services, sessions, limits = SOCKET_LIMITS }: WebsocketParts,
): void {
  const sockets = new Sockets(limits)
  // Without the database no presence is sent; the next renewal repeats it.
  const ofSessions = new SessionSockets(services, sessions, (accountId, isHere) => {
    const presenceUpdate = isHere ? presence.enter(accountId) : presence.leave(accountId)
    presenceUpdate.catch(() => undefined)
  })
  const presence = new Presence(services, () => ofSessions.accounts())
  const toConfig = () => ({ type: 'config', hash: source.model.hash })
  const toProblems = () => ({ type: 'config-problems', problems: source.problems.slice(0, MAX_PROBLEMS) })
  const announce = () => sockets.sendAll(toConfig())
  const complain = () => !settings.production && sockets.sendAll(toProblems())
  source.on('swapped', announce).on('mended', announce).on('refused', complain)
  /** Of the cookie that came with the socket, where it is of this session. */
  const tokenOf = (request: FastifyRequest, id: string): string => {
    const kept = sessionCookieOf(request, null, source.model.site, settings).read()
    return kept?.id === id ? kept.token : ''
  }
  const sendTo = (to: readonly string[] | undefined, message: object) => {
    for (const socket of ofSessions.socketsOf(to)) sockets.send(socket, message)
  }
  const unread = new UnreadNews(services.db, {
    accounts: () => ofSessions.accounts(),
    send: (accountId, message) => sendTo([accountId], message),
  })
  const live = new LiveNews(services, {
    send: (isFor, message) => {
      for (const socket of ofSessions.socketsWhere(isFor)) sockets.send(socket, message)
    },
  })
  const editors = new Editors<WebSocket>(services, (socket, message) => sockets.send(socket, message))
  let deafen: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    deafen = await listenForPushes(services.database, {
      onMessage: (to, message) => (isUnread(message) ? unread.push(to) : sendTo(to, message)),
      onGap: () => {
        sendTo(undefined, { type: 'missed' })
        unread.push()
      },
    })
    await live.start()
    await editors.start()
  })
  app.addHook('preClose', () => sockets.close())
  app.addHook('onClose', async () => {
    await deafen?.()
    await live.stop()
    await editors.stop()
    unread.stop()
    ofSessions.stop()
    await presence.stop()
    source.off('swapped', announce).off('mended', announce).off('refused', complain)
  })
  app.route({
    method: 'GET',
    url: '/websocket',
    preValidation: async (request) => {
      if (settings.production && source.model.site.websocket !== true) throw new Failure('NO_SUCH_ADDRESS')
      if (!isOwnOrigin(request, settings)) throw new Failure('FORBIDDEN')
      if (!sockets.mayOpen(networkOf(request.ip ?? ''))) throw new Failure('TOO_MANY_REQUESTS')
    },
    handler: async () => {
      throw new Failure('BAD_PARAMETER', { message: '此地址只接受 WebSocket 连接' })
    },
    // A browser that was away learns at once whether the configuration changed meanwhile.
    wsHandler: (socket, request) => {
      const bind = oneAtATime(async (token: string) => {
        try {
          if (socket.readyState !== socket.OPEN || !(await ofSessions.bind(socket, token))) return
          sockets.welcome(socket)
          // Another account may have signed in on it.
          await editors.leave(socket)
          sockets.send(socket, { type: 'session', state: 'open' })
          const accountId = ofSessions.accountOf(socket)
          if (accountId !== undefined) unread.push([accountId])
        } catch {
          socket.close(TRY_AGAIN)
        }
      })
      const notifyOther = oneAtATime(async (to: string) => {
        const account = ofSessions.accountOf(socket)
        // A hint that comes to nothing when the database is away.
        if (account !== undefined) await notifyTyping(services.db, account, to).catch(() => undefined)
      })
      const showEditing = oneAtATime(async (item: string | null) => {
        const account = ofSessions.callerOf(socket)
        const shows = account && item !== null && socket.readyState === socket.OPEN
        const done = shows ? editors.enter(socket, account, item) : editors.leave(socket)
        // Without the database nobody is named; the next renewal repeats it.
        await done.catch(() => undefined)
        if (socket.readyState !== socket.OPEN) await editors.leave(socket).catch(() => undefined)
      })
      socket.on('close', () => showEditing(null))
      const isIn = sockets.add(socket, {
        network: networkOf(request.ip ?? ''),
        stream: request.raw.socket,
        hear: (message) => {
          if (message.kind === 'session') bind(message.token ?? tokenOf(request, message.session))
          if (message.kind === 'typing') notifyOther(message.to)
          if (message.kind === 'editing') showEditing(message.item)
        },
      })
      if (!isIn) return
      sockets.send(socket, toConfig())
      if (!settings.production && source.problems.length > 0) sockets.send(socket, toProblems())
    },
  })
}

/** While `work` is busy, of all values that come only the last is kept for afterwards. `work` must not reject. */
function oneAtATime<T>(work: (value: T) => Promise<void>): (value: T) => void {
  let isBusy = false
  let next: { readonly value: T } | null = null
  return (value) => {
    next = { value }
    if (isBusy) return
    isBusy = true
    void run().finally(() => {
      isBusy = false
    })
  }

  async function run(): Promise<void> {
    while (next !== null) {
      const { value } = next
      next = null
      await work(value)
    }
  }
}

/** Only who has a conversation with him hears it, and has not blocked him. */
async function notifyTyping(db: Kysely<Schema>, by: string, to: string): Promise<void> {
  const listens = await db
    .selectFrom('chatMember')
    .select('chatId')
    .where((eb) => eb.and({ accountId: to, otherId: by, blocks: false }))
    .executeTakeFirst()
  if (listens) await push(db, [to], { type: 'chat-typing', by } satisfies ChatNews)
}
