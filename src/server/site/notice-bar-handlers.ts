// Handles the call that lists what stands over all pages: announcements, and maintenance that is to come or is on.
import { isCurrent, loadSiteEntries, momentOf, type SiteEntry } from '#server/content/query/site-entries.ts'
import type { Handlers, Services } from '#server/platform/call.ts'

const FRESH_MS = 10_000
/** The most urgent first. */
const LEVELS: readonly unknown[] = ['urgent', 'warning', 'info']

const toNotice = ({ id, title, body }: SiteEntry) => ({
  id,
  title,
  level: String(body.level ?? 'warning'),
  ...(body.link ? { link: body.link } : {}),
  ...(body.text ? { text: body.text } : {}),
  ...(body.closes ? { closes: body.closes } : {}),
  from: body.from ?? null,
  until: body.until ?? null,
})

export const noticeBarHandlers: Handlers = {
  'site.notices': async ({ services }) => {
    const { site, hash } = services.model()
    const now = services.clock()
    const topics = [site.maintenance, site.announcements].filter((type) => type !== undefined)
    // Entries begin and end by the clock.
    const key = `site-notices:${hash}:${Math.floor(now.getTime() / FRESH_MS)}`
    return services.cache.read(topics, key, () => listNotices(services, now))
  },
}

async function listNotices(services: Services, now: Date): Promise<unknown> {
  const { site } = services.model()
  const [windows, announcements] = await Promise.all([
    loadSiteEntries(services, site.maintenance),
    loadSiteEntries(services, site.announcements),
  ])
  const isAhead = (entry: SiteEntry) => (momentOf(entry, 'until') ?? now) > now
  const list = [
    ...windows.filter(isAhead).sort((a, b) => Number(momentOf(a, 'from')) - Number(momentOf(b, 'from'))),
    ...announcements
      .filter((entry) => isCurrent(entry, now))
      .sort((a, b) => LEVELS.indexOf(a.body.level) - LEVELS.indexOf(b.body.level)),
  ]
  return { list: list.map(toNotice) }
}
