// Draws the subscriptions of a list: feeds in the page's head, links, and notices for signed-in users.
import { post } from '#portal/core/api/client.ts'
import { useSession } from '#portal/core/session/session.ts'
import { calls } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { type Feed, type FeedForm, feedAddress } from '#shared/model/feed.ts'

interface Props {
  readonly id: string
  readonly title: string
  readonly feed: Feed
  /** Filters that are set, so that the same is subscribed to as is seen. */
  readonly filters: Readonly<Record<string, string>>
}

const FOLLOW = calls['follow.add']

const FORMS: readonly { readonly form: FeedForm; readonly label: string; readonly type: string }[] = [
  { form: 'atom', label: 'Atom', type: 'application/atom+xml' },
  { form: 'rss', label: 'RSS', type: 'application/rss+xml' },
  { form: 'ics', label: '日历', type: 'text/calendar' },
]

interface FollowProps extends Pick<Props, 'id' | 'filters'> {
  readonly path: string
}

/** Draws the button with which signed-in users are also notified in the portal. */
function FollowButton({ id, filters, path }: FollowProps) {
  const { isBusy, run } = useTask('关注失败，请稍后重试', toast.error)
  const follow = async () => {
    await post(path, { page: id, filters })
    toast.success('已关注，可以在个人中心的“我的关注”中管理')
  }
  return (
    <Button icon="bell" busy={isBusy} onClick={() => void run(follow)}>
      有新内容时通知我
    </Button>
  )
}

export function FeedLinks({ id, title, feed, filters }: Props) {
  const { user } = useSession()
  const query = new URLSearchParams(filters).toString()
  const offered = FORMS.filter(({ form }) => form !== 'ics' || feed.calendar).map((one) => ({
    ...one,
    href: `${feedAddress(id, one.form)}${query ? `?${query}` : ''}`,
  }))
  return (
    <div className="eq-feeds">
      {offered.map(({ form, href, type }) => (
        <link key={form} rel="alternate" type={type} title={title} href={href} />
      ))}
      <span className="eq-muted">
        <Icon name="bell" /> {query ? '订阅这些筛选结果' : '订阅本列表'}
      </span>
      {offered.map(({ form, href, label }) => (
        <a key={form} href={href} target="_blank" rel="noreferrer" aria-label={`${label} 订阅`}>
          {label}
        </a>
      ))}
      {user && FOLLOW ? <FollowButton id={id} filters={filters} path={FOLLOW} /> : null}
    </div>
  )
}
