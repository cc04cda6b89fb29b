// Draws the messages of the console about actions, shown by antd, spoken by screen readers.
import { message } from 'antd'
import { useEffect, useRef } from 'react'
import { dismiss, setExternalToastHost, type ToastMessage, useMessages } from '#portal/core/state/toast.ts'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import { Icon } from '#portal/ui/icon.tsx'

function ConsoleMessages() {
  const room = useRef<HTMLDivElement>(null)
  const messages = useMessages()
  const open = useRef(new Set<number>())
  const [api, holder] = message.useMessage({ getContainer: () => room.current ?? document.body })
  useEffect(() => {
    setExternalToastHost(true)
    return () => setExternalToastHost(false)
  }, [])
  useEffect(() => {
    for (const one of messages) {
      if (open.current.has(one.id)) continue
      open.current.add(one.id)
      void api.open(toNotice(one))
    }
    for (const id of open.current) {
      if (messages.some((one) => one.id === id)) continue
      open.current.delete(id)
      api.destroy(id)
    }
  }, [messages, api])
  return (
    <div ref={room} aria-live="polite">
      {holder}
    </div>
  )
}

/** The region around it announces success politely; antd would make every message an alert. */
function toNotice({ id, kind, text }: ToastMessage) {
  return {
    key: id,
    type: kind,
    role: kind === 'error' ? 'alert' : 'presentation',
    // It goes when the store of messages lets it go.
    duration: 0,
    className: 'eq-said',
    content: (
      <>
        <span>{text}</span>
        <button type="button" className="eq-icon-button" aria-label="关闭提示" onClick={() => dismiss(id)}>
          <Icon name="close" />
        </button>
      </>
    ),
  }
}

export function Messages() {
  return (
    <AntdFrame>
      <ConsoleMessages />
    </AntdFrame>
  )
}
