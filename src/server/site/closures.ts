// Refuses calls during a maintenance window: what writes, or everything, but for those who put windows up.
import { isCurrent, loadSiteEntries, momentOf, type SiteEntry } from '#server/content/query/site-entries.ts'
import type { Account, Services } from '#server/platform/call.ts'
import { canCallOperation } from '#server/platform/operations/access.ts'
import { Failure } from '#shared/calls/errors.ts'
import { dayAt, localTimeAt } from '#shared/formats/portal-time.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'

const CHANNEL = 'site_closed'

/** Signing in, and what the frame of a page needs: operators come in, and everybody reads why the site is closed. */
const OPEN: ReadonlySet<string> = new Set([
  'auth.captcha',
  'auth.captchaSound',
  'auth.isBlack',
  'auth.login',
  'auth.loginV2',
  'auth.logout',
  'auth.smsCheck',
  'auth.smsLoginCode',
  'auth.smsTicket',
  'auth.ssoEntry',
  'auth.ssoLogin',
  'auth.ssoLogout',
  'auth.token',
  'dict.all',
  'menu.tree',
  'site.notices',
])

/** The calls that put a window up: who may make them works on during one. */
const managing = perModel(({ operations, site }: Model): readonly Operation[] =>
  operations.filter(
    ({ content }) => content !== undefined && content.type === site.maintenance && content.action === 'add',
  ),
)

const isStaff = (account: Account | null, model: Model): boolean =>
  account !== null && managing(model).some((operation) => canCallOperation(account, operation))

/** Such as `23:00`, with the day where it is another one. */
function endWords(until: Date, now: Date): string {
  const [day = '', time = ''] = localTimeAt(until).split('T')
  return `${day === dayAt(now) ? '' : `${day} `}${time.slice(0, 5)} `
}

type ClosureServices = Pick<Services, 'db' | 'database' | 'cache' | 'model' | 'clock'>

/**
 * Keeps the windows in memory, so that no call asks or waits for them. Each process reads them when one of them has
 * changed, and after its connection was lost; begin and end are compared with the clock at each call.
 */
export class Closures {
  readonly #services: ClosureServices
  readonly #stops: (() => unknown)[] = []
  #windows: readonly SiteEntry[] = []
  #model: Model | undefined

  constructor(services: ClosureServices) {
    this.#services = services
  }

  async start(): Promise<void> {
    const { database, cache, model } = this.#services
    this.#stops.push(
      await database.listen(
        CHANNEL,
        () => void this.#load(),
        (gap) => void (gap === 'restored' && this.#load()),
      ),
      cache.versions.listen((type) => {
        if (type !== model().site.maintenance) return
        void this.#load()
        database.notify(CHANNEL, '').catch(() => undefined)
      }),
    )
    await this.#load()
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) await stop()
  }

  /** Throws `MAINTENANCE` where a window is open that the call must wait for. */
  refuse(account: Account | null, { id, writes }: Pick<Operation, 'id' | 'writes'>): void {
    const model = this.#services.model()
    if (model.site.maintenance === undefined || OPEN.has(id)) return
    if (model !== this.#model) void this.#load()
    const now = this.#services.clock()
    const open = this.#windows.filter((window) => isCurrent(window, now))
    const closing = open.find(({ body }) => body.closes === 'all') ?? (writes ? open[0] : undefined)
    if (!closing || isStaff(account, model)) return
    const until = momentOf(closing, 'until') ?? now
    throw new Failure('MAINTENANCE', {
      message: `${closing.title}：${closing.body.closes === 'all' ? '' : '暂时不能提交和修改，'}预计 ${endWords(until, now)}恢复，请届时再试`,
      data: {
        wait: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
        closes: closing.body.closes,
        until: until.toISOString(),
      },
    })
  }

  /** Without the database nothing can be written either; the next call tries again. */
  async #load(): Promise<void> {
    const { model, db } = this.#services
    const present = model()
    this.#model = present
    try {
      this.#windows = await loadSiteEntries({ db, model }, present.site.maintenance)
    } catch {
      this.#model = undefined
    }
  }
}
