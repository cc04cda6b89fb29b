// Draws the console's modal dialog with antd: confirmations, rows of forms, the question before leaving.
import { Modal } from 'antd'
import { useRef } from 'react'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import type { DialogProps } from '#portal/ui/dialog-props.ts'
import { useScrollLock } from './use-scroll-lock.ts'

const FIRST = '[data-first], textarea, select, input:not([type=hidden])'

export function ConsoleModal({ open, title, onClose, children, footer }: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  useScrollLock(open)
  /** The words that are due, else the button that does it; what cannot be undone is not a key away. */
  const focusFirst = (isOpen: boolean) => {
    if (isOpen) body.current?.querySelector<HTMLElement>(FIRST)?.focus()
  }
  return (
    <AntdFrame>
      <Modal
        open={open}
        title={<h2>{title}</h2>}
        onCancel={onClose}
        footer={footer ?? null}
        width={560}
        centered
        destroyOnHidden
        scrollLock={false}
        // A container of its own, made late within a drawer, is not there yet when antd looks whether to hold the focus.
        getContainer={() => document.body}
        mask={{ closable: false }}
        closable={{ 'aria-label': '关闭' }}
        className="eq-modal"
        afterOpenChange={focusFirst}
      >
        <div ref={body} className="eq-dialog-body">
          {children}
        </div>
      </Modal>
    </AntdFrame>
  )
}
