// Draws the strip above the header: care mode, text size, light or dark, sign-in or the user.

import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { post } from '#portal/core/api/client.ts'
import { useMenu } from '#portal/core/configuration/menu.ts'
import { endSession, useSession } from '#portal/core/session/session.ts'
import { useUnreadCount } from '#portal/core/session/unread-count.ts'
import { hasUnsavedInput } from '#portal/core/session/unsaved-input.ts'
import { calls, isDemo, site } from '#portal/core/site.ts'
import { setPreferences, TEXT_SIZES, THEME_CHOICES, usePreferences } from '#portal/core/state/preferences.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Link } from '#portal/ui/link.tsx'
import { toTheme } from '#shared/appearance/theme.ts'
import type { MenuNode } from '#shared/model/menu.ts'

/** A node and what is below it; management has a page of its own for that. */
function entriesOf(nodes: readonly MenuNode[]): readonly MenuNode[] {
  return nodes
    .filter((node) => node.user && !node.hidden)
    .flatMap((node) => [node, ...node.children.filter(({ hidden, icon }) => !hidden && icon)])
}

/** Draws the menu of the signed-in user: its entries of the menu tree, and sign-out. */
function UserMenu({ name }: { readonly name: string }) {
  const { nodes } = useMenu()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move closes the menu
  useEffect(() => setOpen(false), [key])
  const [isAsking, setAsking] = useState(false)
  const leave = async () => {
    setAsking(false)
    const path = calls['auth.logout']
    if (path) await post(path, {}, {}, { quiet: true }).catch(() => undefined)
    endSession()
    toast.success('已退出登录')
    void navigate(site.pages.home)
  }
  const onKey = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape' || !open) return
    setOpen(false)
    opener.current?.focus()
  }
  const onLeave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return (
    <nav className="eq-user-menu" aria-label="用户菜单" onKeyDown={onKey} onBlur={onLeave}>
      <button
        ref={opener}
        type="button"
        aria-expanded={open}
        aria-controls="eq-user-panel"
        onClick={() => setOpen(!open)}
      >
        <span className="eq-strip-user">{name}</span>
        <Icon name="down" />
      </button>
      {open ? (
        <ul className="eq-user-panel" id="eq-user-panel">
          {entriesOf(nodes).map((node) => (
            <li key={node.id}>
              <Link to={node.url}>
                {node.icon ? <Icon name={node.icon} /> : null}
                {node.title}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => (hasUnsavedInput() ? setAsking(true) : void leave())}>
              <Icon name="logout" />
              退出登录
            </button>
          </li>
        </ul>
      ) : null}
      <Dialog
        open={isAsking}
        title="退出登录"
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => void leave()}>不保存，退出</Button>
            <Button look="primary" onClick={() => setAsking(false)}>
              继续填写
            </Button>
          </>
        }
      >
        <p>您填写的内容还没有提交，退出后可能丢失。</p>
      </Dialog>
    </nav>
  )
}

const PAGE = site.pages.notices
const MAX_SHOWN = 99

function UnreadLink() {
  const count = useUnreadCount()
  if (PAGE === undefined) return null
  const shown = count > MAX_SHOWN ? `${MAX_SHOWN}+` : count
  return (
    <Link to={PAGE} className="eq-unread" aria-label={count > 0 ? `消息，${shown} 条未读` : '消息'}>
      <Icon name="notice" />
      <span>消息</span>
      {count > 0 ? <b>{shown}</b> : null}
    </Link>
  )
}

export const DEMO_NOTICE = '演示环境：内容均为示例，请勿填写真实信息'

/** Draws the choices of care mode, text size, and light or dark. */
export function DisplayTools() {
  const { care, size, theme } = usePreferences()
  return (
    <>
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
    </>
  )
}

export function TopStrip() {
  return (
    <div className="eq-strip">
      <div className="eq-wrap eq-strip-row">
        {isDemo ? (
          <p className="eq-strip-demo">{DEMO_NOTICE}</p>
        ) : (
          <span className="eq-strip-motto">{site.motto}</span>
        )}
        <div className="eq-strip-tools">
          <DisplayTools />
          <UserTools />
        </div>
      </div>
    </div>
  )
}

const { login, register } = site.pages

/** Draws unread notices and the user's menu; for visitors the ways to sign in and to register. */
export function UserTools() {
  const { user, id } = useSession()
  const location = useLocation()
  if (id !== null)
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
