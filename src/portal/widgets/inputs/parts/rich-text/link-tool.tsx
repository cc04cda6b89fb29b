// Draws the tool that sets, changes and removes a link in formatted text.
import { type Editor, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { isAllowedLink } from '#shared/rich-text/policy.ts'

interface LinkToolProps {
  readonly editor: Editor
  readonly isLocked: boolean
}

export function LinkTool({ editor, isLocked }: LinkToolProps) {
  const [address, setAddress] = useState<string | null>(null)
  const isOn = useEditorState({ editor, selector: () => editor.isActive('link') })
  const isRefused = address !== null && address !== 'https://' && !isAllowedLink(address)
  const close = () => {
    setAddress(null)
    editor.commands.focus()
  }
  const apply = () => {
    if (address === null || isRefused) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (address === '' || address === 'https://') chain.unsetLink().run()
    else if (editor.state.selection.empty && !isOn)
      chain
        .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
        .run()
    else chain.setLink({ href: address }).run()
    setAddress(null)
  }
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isOn}
        aria-expanded={address !== null}
        aria-disabled={isLocked || undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (!isLocked) setAddress(String(editor.getAttributes('link').href ?? 'https://'))
        }}
      >
        链接
      </button>
      {address === null ? null : (
        <span className="eq-editor-link">
          <input
            className="eq-input"
            type="text"
            inputMode="url"
            aria-label="链接地址，留空则去掉链接"
            aria-invalid={isRefused || undefined}
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
            autoFocus
            value={address}
            onChange={(event) => setAddress(event.target.value.trim())}
            onKeyDown={(event) => {
              // The arrows belong to the text here, not to the toolbar.
              event.stopPropagation()
              const key = pressedKey(event)
              if (key === 'Enter') {
                event.preventDefault()
                apply()
              }
              if (key === 'Escape') close()
            }}
          />
          <button type="button" disabled={isRefused} onClick={apply}>
            确定链接
          </button>
          {isRefused ? (
            <small role="alert" className="eq-upload-error">
              请填写 https:// 开头的网址、邮箱链接或站内地址
            </small>
          ) : null}
        </span>
      )}
    </>
  )
}
