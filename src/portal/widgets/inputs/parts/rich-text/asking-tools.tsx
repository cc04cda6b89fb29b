// Draws the tools of formatted text that ask for a text: the address of a link, the words of a footnote.
import { type Editor, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { isAllowedLink } from '#shared/rich-text/policy.ts'
import { FOOTNOTE_KEYS, MAX_FOOTNOTE } from './footnote.ts'

interface ToolProps {
  readonly editor: Editor
  readonly isLocked: boolean
}

interface AskProps extends ToolProps {
  readonly label: string
  /** As `aria-keyshortcuts` wants it. */
  readonly keys?: string
  readonly isOn: boolean
  /** Name of the field. */
  readonly field: string
  readonly mode?: 'url' | 'text'
  readonly maxLength?: number
  readonly confirm: string
  /** What the field holds at first. */
  readonly read: () => string
  /** Why the text is refused; undefined for one that may be applied. */
  readonly refuse?: (text: string) => string | undefined
  readonly apply: (text: string) => void
}

function AskTool({ editor, isLocked, label, keys, isOn, field, confirm, ...rest }: AskProps) {
  const [text, setText] = useState<string | null>(null)
  const problem = text === null ? undefined : rest.refuse?.(text)
  const close = () => {
    setText(null)
    editor.commands.focus()
  }
  const apply = () => {
    if (text === null || problem !== undefined) return
    rest.apply(text.trim())
    setText(null)
  }
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-keyshortcuts={keys}
        title={keys ? `${label}（${keys.replace('Control', 'Ctrl')}）` : undefined}
        aria-pressed={isOn}
        aria-expanded={text !== null}
        aria-disabled={isLocked || undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (!isLocked) setText(rest.read())
        }}
      >
        {label}
      </button>
      {text === null ? null : (
        <span className="eq-editor-link">
          <input
            className="eq-input"
            type="text"
            inputMode={rest.mode ?? 'text'}
            maxLength={rest.maxLength}
            aria-label={field}
            aria-invalid={problem === undefined ? undefined : true}
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
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
          <button type="button" disabled={problem !== undefined} onClick={apply}>
            {confirm}
          </button>
          {problem === undefined ? null : (
            <small role="alert" className="eq-upload-error">
              {problem}
            </small>
          )}
        </span>
      )}
    </>
  )
}

const START = 'https://'

export function LinkTool(props: ToolProps) {
  const { editor } = props
  const isOn = useEditorState({ editor, selector: () => editor.isActive('link') })
  return (
    <AskTool
      {...props}
      label="链接"
      isOn={isOn}
      field="链接地址，留空则去掉链接"
      mode="url"
      confirm="确定链接"
      read={() => String(editor.getAttributes('link').href ?? START)}
      refuse={(text) => {
        const address = text.trim()
        const isFine = address === '' || address === START || isAllowedLink(address)
        return isFine ? undefined : '请填写 https:// 开头的网址、邮箱链接或站内地址'
      }}
      apply={(address) => {
        const chain = editor.chain().focus().extendMarkRange('link')
        if (address === '' || address === START) chain.unsetLink().run()
        else if (editor.state.selection.empty && !isOn)
          chain
            .insertContent({
              type: 'text',
              text: address,
              marks: [{ type: 'link', attrs: { href: address } }],
            })
            .run()
        else chain.setLink({ href: address }).run()
      }}
    />
  )
}

export function FootnoteTool(props: ToolProps) {
  const { editor } = props
  const isOn = useEditorState({ editor, selector: () => editor.isActive('footnote') })
  return (
    <AskTool
      {...props}
      label="脚注"
      keys={FOOTNOTE_KEYS}
      isOn={isOn}
      field={isOn ? '脚注内容，留空则去掉脚注' : '脚注内容'}
      maxLength={MAX_FOOTNOTE}
      confirm="确定脚注"
      read={() => (isOn ? String(editor.getAttributes('footnote').text ?? '') : '')}
      apply={(text) => editor.chain().focus().setFootnote(text).run()}
    />
  )
}
