// Draws the strip above the header: care mode, text size, light or dark, sign-in or the user.
import { Link, useLocation } from 'react-router-dom'
import { useSession } from '#portal/core/session/session.ts'
import { useUnreadCount } from '#portal/core/session/unread-count.ts'
import { isDemo, site } from '#portal/core/site.ts'
import { setPreferences, TEXT_SIZES, THEME_CHOICES, usePreferences } from '#portal/core/state/preferences.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { toTheme } from '#shared/appearance/theme.ts'
import { UserMenu } from './user-menu.tsx'

const PAGE = site.pages.notices
const MAX_SHOWN = 99

function UnreadLink() {
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

export const DEMO_NOTICE = '演示环境：内容均为示例，请勿填写真实信息'

export function TopStrip() {
  const { care, size, theme } = usePreferences()
  return (
    <div className="eq-strip">
      <div className="eq-wrap eq-strip-row">
        {isDemo ? (
          <p className="eq-strip-demo">{DEMO_NOTICE}</p>
        ) : (
          <span className="eq-strip-motto">{site.motto}</span>
        )}
        <div className="eq-strip-tools">
          <button type="button" aria-pressed={care} onClick={() => setPreferences({ care: !care })}>
            关怀模式
          </button>
          <fieldset className="eq-strip-sizes">
            <legend>字号</legend>
            {TEXT_SIZES.map(({ value, label }) => (
              <button
                key={value}
                type="button"
                aria-pressed={size === value}
                aria-label={`字号${label}`}
                onClick={() => setPreferences({ size: value })}
              >
                {label}
              </button>
            ))}
          </fieldset>
          <label className="eq-strip-theme">
            <span>外观</span>
            <select value={theme} onChange={({ target }) => setPreferences({ theme: toTheme(target.value) })}>
              {THEME_CHOICES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <UserTools />
        </div>
      </div>
    </div>
  )
}

const { login, register } = site.pages

function UserTools() {
  const { user, token } = useSession()
  const location = useLocation()
  if (token)
    return (
      <>
        <UnreadLink />
        <UserMenu name={user?.name ?? '已登录'} />
      </>
    )
  return (
    <>
      {login ? (
        <Link to={`${login}?${new URLSearchParams({ from: `${location.pathname}${location.search}` })}`}>
          登录
        </Link>
      ) : null}
      {register ? <Link to={register}>注册</Link> : null}
    </>
  )
}
