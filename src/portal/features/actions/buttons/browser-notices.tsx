// Draws the button that turns browser notifications on and off.
import {
  toggleBrowserNotifications,
  useBrowserNotifications,
} from '#portal/core/session/browser-notifications.ts'
import { toast } from '#portal/core/state/toast.ts'
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { Button } from '#portal/ui/button.tsx'

const DENIED = '浏览器未允许本站弹出提醒，请在浏览器的网站设置中允许后重试'

export function BrowserNoticesAction({ action: { label, icon = 'bell' } }: ActionProps) {
  const state = useBrowserNotifications()
  if (state === 'missing') return null
  const press = async () => {
    const now = await toggleBrowserNotifications()
    if (now === 'on') toast.success('离开本站页面后，有新通知或新消息时，浏览器会弹出提醒')
    else if (now === 'off') toast.info('这个浏览器不再弹出提醒')
    else toast.error(DENIED)
  }
  return (
    <Button icon={icon} aria-pressed={state === 'on'} onClick={() => void press()}>
      {label}
    </Button>
  )
}
