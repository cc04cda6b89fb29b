// Owns the strip above the header: care mode, text size, sign in or the user.
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { post } from '../api/client.ts'
import { endSession, useSession } from '../session/session.ts'
import { toast } from '../ui/toast.tsx'
import { setPreferences, TEXT_SIZES, usePreferences } from './preferences.ts'

export function TopStrip() {
  const { care, size } = usePreferences()
  return (
    <div className="eq-strip">
      <div className="eq-wrap eq-strip-row">
        <span className="eq-strip-motto">服务应急 · 连接供需</span>
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
          <UserTools />
        </div>
      </div>
    </div>
  )
}

function UserTools() {
  const { user, token } = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  if (!token)
    return (
      <Link to={`/login?${new URLSearchParams({ from: `${location.pathname}${location.search}` })}`}>
        登录
      </Link>
    )
  const leave = async () => {
    await post('/newapi/api/logout', {}, {}, { quiet: true }).catch(() => undefined)
    endSession()
    toast.success('已退出登录')
    void navigate('/home-page')
  }
  return (
    <>
      <span className="eq-strip-user">{user?.name ?? '已登录'}</span>
      <button type="button" onClick={() => void leave()}>
        退出
      </button>
    </>
  )
}
