// Draws the menu of the signed-in user: its entries of the menu tree, and sign-out.
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { post } from '#portal/core/api/client.ts'
import { useMenu } from '#portal/core/configuration/menu.ts'
import { endSession } from '#portal/core/session/session.ts'
import { hasUnsavedInput } from '#portal/core/session/unsaved-input.ts'
import { calls, site } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { Icon } from '#portal/ui/icon.tsx'
import type { MenuNode } from '#shared/model/menu.ts'

/** A node and what is below it; management has a page of its own for that. */
function entriesOf(nodes: readonly MenuNode[]): readonly MenuNode[] {
  return nodes
    .filter((node) => node.user && !node.hidden)
    .flatMap((node) => [node, ...node.children.filter(({ hidden, icon }) => !hidden && icon)])
}

export function UserMenu({ name }: { readonly name: string }) {
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
