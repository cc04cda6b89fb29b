// Owns the modal dialog, on the browser's own <dialog>.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
}

export function Dialog({ open, title, onClose, children, footer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
  }, [open])
  return (
    <dialog ref={dialog} className="eq-dialog" aria-labelledby={heading} onClose={onClose}>
      {open ? (
        <>
          <header className="eq-dialog-head">
            <h2 id={heading}>{title}</h2>
            <button type="button" className="eq-icon-button" aria-label="关闭" onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          <div className="eq-dialog-body">{children}</div>
          {footer ? <footer className="eq-dialog-foot">{footer}</footer> : null}
        </>
      ) : null}
    </dialog>
  )
}
