// Draws the link from the header to the notices, with the number of unread ones.
import { Link } from 'react-router-dom'
import { useUnreadCount } from '#portal/core/session/unread-count.ts'
import { site } from '#portal/core/site.ts'
import { Icon } from '#portal/ui/icon.tsx'

const PAGE = site.pages.notices
const MAX_SHOWN = 99

export function UnreadLink() {
  const count = useUnreadCount()
  if (PAGE === undefined) return null
  return (
    <Link to={PAGE} className="eq-unread" aria-label={count > 0 ? `消息，${count} 条未读` : '消息'}>
      <Icon name="notice" />
      <span>消息</span>
      {count > 0 ? <b>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</b> : null}
    </Link>
  )
}
