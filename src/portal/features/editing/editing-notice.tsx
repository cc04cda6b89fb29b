// Draws the notice that others have the form of an item open.
import { useEffect, useState } from 'react'
import { onLiveEvent, sendLiveMessage } from '#portal/core/session/live-events.ts'
import { EDITING_LASTS } from '#shared/calls/editing-news.ts'

export function EditingNotice({ item }: { readonly item: string }) {
  const names = useEditors(item)
  return (
    <div role="status" className={names.length > 0 ? undefined : 'eq-sr-only'}>
      {names.length > 0 ? (
        <p className="eq-notice">
          {names.join('、')}正在编辑。双方的修改逐项合并；两人都改了的，由后保存的人选择。
        </p>
      ) : null}
    </div>
  )
}

/** Tells the server whose form is open, and returns the names of the others who edit it. */
function useEditors(item: string): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (names: readonly string[]) => {
      clearTimeout(timer)
      setNames(names)
      if (names.length > 0) timer = setTimeout(setNames, EDITING_LASTS, [])
    }
    const enter = () => sendLiveMessage({ type: 'editing', item })
    const stop = onLiveEvent((event) => {
      if (event.type === 'editing' && event.item === item) show(event.names)
      // The socket was opened anew.
      else if (event.type === 'session' && event.state === 'open') enter()
    })
    enter()
    return () => {
      stop()
      clearTimeout(timer)
      sendLiveMessage({ type: 'editing', item: null })
    }
  }, [item])
  return names
}
