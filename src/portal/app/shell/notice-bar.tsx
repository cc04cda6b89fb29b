// Draws the bar over every page: announcements, and maintenance that is to come or is on.
import { useLocation } from 'react-router-dom'
import { isOpen, type SiteNotice, useSiteNotices } from '#portal/core/configuration/site-notices.ts'
import { site } from '#portal/core/site.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Link } from '#portal/ui/link.tsx'
import { dayAt, localTimeAt } from '#shared/formats/portal-time.ts'

const STOPPED: Readonly<Record<string, string>> = {
  writes: '期间可以浏览，暂时不能提交和修改',
  all: '期间网站暂停访问',
}

function momentWords(iso: string, sameDay?: string): string {
  const [day = '', time = ''] = localTimeAt(new Date(iso)).split('T')
  const [, month, date] = day.split('-')
  const clock = time.slice(0, 5)
  return day === sameDay ? clock : `${Number(month)}月${Number(date)}日 ${clock}`
}

const today = () => dayAt(Date.now())

/** When it is, and what it stops. */
function maintenanceWords({ title, closes = '', from, until }: SiteNotice, isOn: boolean): string {
  const first = from ? localTimeAt(new Date(from)).slice(0, 10) : undefined
  const stops = STOPPED[closes] ?? ''
  if (isOn) return `${title}进行中，预计 ${until ? momentWords(until, today()) : ''} 恢复。${stops}。`
  const begins = from ? momentWords(from) : ''
  return `维护预告：${begins} 至 ${until ? momentWords(until, first) : ''} ${title}，${stops}，请提前安排。`
}

function NoticeText({ notice }: { readonly notice: SiteNotice }) {
  const words = notice.closes ? maintenanceWords(notice, isOpen(notice)) : notice.title
  const { link } = notice
  if (!link) return words
  if (link.startsWith('/'))
    return (
      <Link to={link}>
        {words}
        <Icon name="next" />
      </Link>
    )
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {words}
      <Icon name="next" />
    </a>
  )
}

export function NoticeBar() {
  const notices = useSiteNotices()
  const { pathname } = useLocation()
  // That page says it at length.
  if (notices.length === 0 || pathname === site.pages.maintenance) return null
  return (
    <section aria-label="公告" className="eq-notices">
      {notices.map((notice) => (
        <p
          key={notice.id}
          className="eq-notice-bar"
          data-level={notice.closes && isOpen(notice) ? 'urgent' : notice.level}
        >
          <NoticeText notice={notice} />
        </p>
      ))}
    </section>
  )
}
