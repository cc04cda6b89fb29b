// Owns the editor of formatted text: headings, lists, emphasis and links, cleaned by the portal's allow-list.
import { useEffect, useRef, useState } from 'react'
import { isAllowedLink } from '../../../../shared/rich-text-policy.ts'
import { sanitise } from '../../../ui/sanitise.ts'
import { type InputProps, textOf } from '../../input-props.ts'

interface Tool {
  readonly label: string
  readonly sign: string
  readonly command: string
  readonly value?: string
}

const TOOLS: readonly Tool[] = [
  { label: '标题', sign: 'H', command: 'formatBlock', value: 'h3' },
  { label: '正文', sign: '¶', command: 'formatBlock', value: 'p' },
  { label: '加粗', sign: 'B', command: 'bold' },
  { label: '斜体', sign: 'I', command: 'italic' },
  { label: '项目列表', sign: '•', command: 'insertUnorderedList' },
  { label: '编号列表', sign: '1.', command: 'insertOrderedList' },
  { label: '清除格式', sign: '⌫', command: 'removeFormat' },
]

/** The browser's own editing commands: old, present everywhere, and without a byte to load. */
function edit(command: string, value?: string): void {
  document.execCommand(command, false, value)
}

export function RichTextEditor(props: InputProps) {
  const editor = useRef<HTMLDivElement>(null)
  const written = useRef<string | null>(null)
  const selection = useRef<Range | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  const isLocked = props.disabled || props.readOnly
  const html = textOf(props.value)
  useEffect(() => {
    if (!editor.current || written.current === html) return
    editor.current.innerHTML = sanitise(html)
    written.current = html
  }, [html])
  const commit = () => {
    const element = editor.current
    if (!element) return
    const isBlank = element.textContent?.trim() === '' && !element.querySelector('img, table, hr')
    const next = isBlank ? '' : sanitise(element.innerHTML)
    if (next === written.current) return
    written.current = next
    props.onChange(next || undefined)
  }
  const run = (command: string, value?: string) => {
    editor.current?.focus()
    edit(command, value)
    commit()
  }
  const askLink = () => {
    const current = getSelection()
    const range = current?.rangeCount ? current.getRangeAt(0) : null
    selection.current = range && editor.current?.contains(range.commonAncestorContainer) ? range : null
    setAddress('https://')
  }
  const link = () => {
    const current = getSelection()
    editor.current?.focus()
    if (selection.current) {
      current?.removeAllRanges()
      current?.addRange(selection.current)
    }
    if (address && isAllowedLink(address)) {
      if (selection.current && !selection.current.collapsed) edit('createLink', address)
      else edit('insertText', address)
      commit()
    }
    setAddress(null)
  }
  return (
    <div className="eq-editor">
      <div
        className="eq-editor-tools"
        role="toolbar"
        aria-label={`${props.field.title}格式`}
        aria-controls={props.id}
      >
        {TOOLS.map((tool) => (
          <button
            key={tool.label}
            type="button"
            aria-label={tool.label}
            title={tool.label}
            disabled={isLocked}
            // Keeps the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(tool.command, tool.value)}
          >
            {tool.sign}
          </button>
        ))}
        <button type="button" aria-expanded={address !== null} disabled={isLocked} onClick={askLink}>
          链接
        </button>
      </div>
      {address === null ? null : (
        <div className="eq-editor-link">
          <input
            className="eq-input"
            type="url"
            aria-label="链接地址"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                link()
              }
              if (event.key === 'Escape') setAddress(null)
            }}
          />
          <button type="button" onClick={link}>
            添加
          </button>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: no native control edits formatted text */}
      <div
        ref={editor}
        id={props.id}
        className="eq-input eq-editor-text eq-rich-text"
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-labelledby={props.labelId}
        aria-describedby={props.describedBy}
        aria-required={props.required || undefined}
        aria-invalid={props.invalid || undefined}
        aria-disabled={isLocked || undefined}
        contentEditable={!isLocked}
        suppressContentEditableWarning
        onInput={commit}
        onBlur={() => {
          commit()
          props.onBlur()
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/html')
          if (!pasted) return
          event.preventDefault()
          edit('insertHTML', sanitise(pasted))
          commit()
        }}
      />
    </div>
  )
}
