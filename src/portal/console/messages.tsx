// Owns the messages of the console: what is said about a deed, shown by antd, spoken by screen readers.
import { message } from 'antd'
import { useEffect, useRef } from 'react'
import { AntdFrame } from '../antd/antd-frame.tsx'
import { Icon } from '../ui/icon.tsx'
import { dismiss, type Message, sayElsewhere, useSaid } from '../ui/toast.tsx'

function Said() {
  const room = useRef<HTMLDivElement>(null)
  const said = useSaid()
  const open = useRef(new Set<number>())
  const [api, holder] = message.useMessage({ getContainer: () => room.current ?? document.body })
  useEffect(() => {
    sayElsewhere(true)
    return () => sayElsewhere(false)
  }, [])
  useEffect(() => {
    for (const one of said) {
      if (open.current.has(one.id)) continue
      open.current.add(one.id)
      void api.open(toNotice(one))
    }
    for (const id of open.current) {
      if (said.some((one) => one.id === id)) continue
      open.current.delete(id)
      api.destroy(id)
    }
  }, [said, api])
  return (
    <div ref={room} aria-live="polite">
      {holder}
    </div>
  )
}

/** What has gone well is told by the region around it, politely; antd would call everything an alert. */
function toNotice({ id, kind, text }: Message) {
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
      <Said />
    </AntdFrame>
  )
}
