// Provides the server as tests see it: the real one on a database of its own, asked without sockets.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildApp } from '#server/app.ts'
import { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { stopContent } from '#server/content/content-lifecycle.ts'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import type { Disk } from '#server/files/disk.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { openFileStore } from '#server/files/open-file-store.ts'
import { Sessions } from '#server/identity/sessions/sessions.ts'
import type { SmsMessage } from '#server/identity/sms/sms-sender.ts'
import type { SsoServer } from '#server/identity/sso/sso-server.ts'
import type { SocketLimits } from '#server/messaging/websocket/sockets.ts'
import type { Services } from '#server/platform/call.ts'
import type { PortalCode } from '#server/platform/hooks.ts'
import { readSettings, type Settings } from '#server/platform/settings.ts'
import type { StreamLimits } from '#server/publishing/changes/change-stream.ts'
import { buildServices } from '#server/services.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import type { Role } from '#shared/access/roles.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { PORTAL } from '../../support/test-portal.ts'
import { requireWholeAudit } from '../../support/whole-audit.ts'
import { DATABASES, type DatabaseCase } from '../platform/database/each-database.ts'

/** PostgreSQL where TEST_DATABASE_URL names one, else PGlite in memory. */
export const DATABASE = DATABASES.findLast(({ isAvailable }) => isAvailable) as DatabaseCase

/** One account does in a minute what takes a person a week. */
const TEST_ENV = { NODE_ENV: 'test', WRITE_LIMITS: 'off' }

/** A model with so many is the portal's own with something added, whose indexes are most of those that it needs. */
const MANY_TYPES = 20

export interface TestAppOptions {
  /** A compiled model; without it the configuration under `root` is loaded. */
  readonly model?: Model
  readonly root?: string
  /** With the samples of the portal's configuration, dated by the real clock. */
  readonly samples?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly clock?: () => Date
  readonly database?: DatabaseCase
  readonly portalFolder?: string
  /** The portal's own handlers and hooks. */
  readonly code?: PortalCode
  readonly sso?: SsoServer
  readonly socketLimits?: SocketLimits
  readonly streamLimits?: StreamLimits
  readonly disk?: Disk
  /** In ms: how long a bucket may let a call wait. */
  readonly patience?: number
}

export interface Answer<T> {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  readonly code: number
  readonly msg: string
  readonly data: T
  readonly requestId?: string
  readonly errors?: readonly FieldError[]
}

export interface AskOptions {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly address?: string
}

export interface TestApp {
  /** What went out by SMS. */
  readonly sent: readonly SmsMessage[]
  readonly app: FastifyInstance
  readonly services: Services
  readonly sessions: Sessions
  readonly source: ConfigurationSource
  readonly settings: Settings
  readonly files: FileStore
  get<T = unknown>(url: string, options?: AskOptions): Promise<Answer<T>>
  post<T = unknown>(url: string, body?: unknown, options?: AskOptions): Promise<Answer<T>>
  ask<T = unknown>(options: InjectOptions): Promise<Answer<T>>
  /** Makes sure the account exists and answers the token of a new session; no password is involved. */
  signIn(userName: string, role?: Role, more?: { black?: boolean }): Promise<string>
  close(): Promise<void>
}

/** Of the portal's own configuration; not read where a test brings its own. */
const portalModel = async (): Promise<Model> => (await import('../../support/portal-model.ts')).model

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const isPortals = !options.model && !options.root
  const isLike = isPortals || (options.model?.contentTypes.length ?? 0) >= MANY_TYPES
  const wanted = options.samples ? 'filled' : isLike ? 'indexed' : undefined
  const { handle, holds, drop } = await (options.database ?? DATABASE).open(wanted)
  const root = options.root ?? PORTAL
  const source =
    options.model || isPortals
      ? ConfigurationSource.of(options.model ?? (await portalModel()), root)
      : await ConfigurationSource.open(root)
  if (options.code) source.setCode(options.code)
  const folder = options.env?.DATA_DIR ? undefined : mkdtempSync(join(tmpdir(), 'equipnet-test-'))
  const settings = {
    ...readSettings({ ...TEST_ENV, ...(folder ? { DATA_DIR: folder } : {}), ...options.env }),
    root,
    portal: root,
  }
  const services = buildServices(handle, source, {
    ...(options.clock ? { clock: options.clock } : {}),
    webhookNetworks: settings.webhookNetworks,
  })
  if (!(isPortals && holds)) await ensureIndexes(handle.db, source.model)
  if (options.samples) await seedWhenEmpty(services)
  const sessions = new Sessions(services)
  const sent: SmsMessage[] = []
  const sms = { isDemo: settings.demo, send: async (message: SmsMessage) => void sent.push(message) }
  const files = await openFileStore(settings, {
    ...(options.disk ? { disk: options.disk } : {}),
    ...(options.patience ? { patience: options.patience } : {}),
  })
  const parts = { services, source, settings, sessions, sms, files }
  const app = await buildApp({
    ...parts,
    ...(options.portalFolder ? { portalFolder: options.portalFolder } : {}),
    ...(options.sso ? { sso: options.sso } : {}),
    ...(options.socketLimits ? { socketLimits: options.socketLimits } : {}),
    ...(options.streamLimits ? { streamLimits: options.streamLimits } : {}),
  })

  const ask: TestApp['ask'] = async <T>(request: InjectOptions) => {
    const { statusCode, headers, body } = await app.inject(request)
    const isJson = String(headers['content-type']).startsWith('application/json') && body !== ''
    const envelope = isJson && !headers['content-encoding'] ? (JSON.parse(body) as Partial<Answer<T>>) : {}
    return { ...envelope, status: statusCode, headers, text: body } as Answer<T>
  }
  const toRequest = ({ token, headers, address }: AskOptions = {}): InjectOptions => ({
    headers: { ...(token === undefined ? {} : { token }), ...headers },
    ...(address ? { remoteAddress: address } : {}),
  })

  return {
    sent,
    app,
    services,
    sessions,
    source,
    settings,
    files,
    ask,
    get: (url, more) => ask({ method: 'GET', url, ...toRequest(more) }),
    post: (url, body, more) => {
      const request = toRequest(more)
      if (body === undefined) return ask({ method: 'POST', url, ...request })
      const headers = { 'content-type': 'application/json', ...request.headers }
      const payload = typeof body === 'string' ? body : JSON.stringify(body)
      return ask({ method: 'POST', url, ...request, headers, payload })
    },
    async signIn(userName, role = 'ordinary', { black = false } = {}) {
      await services.db
        .insertInto('account')
        .values({ id: userName, userName, role, name: `用户 ${userName}`, passwordHash: '!', black })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const { id } = await services.db
        .selectFrom('account')
        .select('id')
        .where('userName', '=', userName)
        .executeTakeFirstOrThrow()
      return (await sessions.open(id, { userAgent: 'test', address: '127.0.0.1' })).token
    },
    async close() {
      await app.close()
      await stopContent(services)
      await requireWholeAudit(services.db).finally(drop)
      if (folder) rmSync(folder, { recursive: true, force: true })
    },
  }
}
