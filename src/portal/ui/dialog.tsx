// Draws the modal dialog: the browser's own <dialog>, on the console the dialog of the UI adapter.
import { useEffect, useId, useRef } from 'react'
import { useUiAdapter } from '#portal/core/pages/ui-adapter.ts'
import type { DialogProps } from './dialog-props.ts'
import { Icon } from './icon.tsx'

export function Dialog(props: DialogProps) {
  const Window = useUiAdapter()?.Dialog ?? PlainDialog
  return <Window {...props} />
}

export function PlainDialog({ open, title, onClose, children, footer }: DialogProps) {
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
