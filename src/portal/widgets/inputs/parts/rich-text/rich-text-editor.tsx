// Draws the editor of formatted text; all input, pasted or loaded, and all output is sanitised.
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { cleanHtml } from '#portal/ui/format/sanitize-html.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import {
  describedBy,
  type InputProps,
  inputText,
  isInvalid,
  isLocked,
  labelId,
  leave,
} from '#portal/widgets/input-props.ts'
import { isAllowedLink, RICH_TEXT_PICTURES } from '#shared/rich-text/policy.ts'
import { EXTENSIONS } from './extensions.ts'
import { Toolbar } from './toolbar.tsx'
import { type PictureUploads, readPastedPictures, usePictureUploads } from './use-picture-uploads.ts'

interface LinkToolProps {
  readonly editor: Editor
  readonly isLocked: boolean
}

/** Draws the tool that sets, changes and removes a link in formatted text. */
function LinkTool({ editor, isLocked }: LinkToolProps) {
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

interface Props {
  readonly editor: Editor
  readonly uploads: PictureUploads
  readonly isLocked: boolean
}

/** Draws the tool that chooses a picture for formatted text and shows the progress of uploads. */
function PictureTool({ editor, uploads: { share, insert }, isLocked }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label="插入图片"
        title={`插入图片，可粘贴或拖入，每张不超过 ${RICH_TEXT_PICTURES.maxSize} MB`}
        aria-disabled={isLocked || share !== undefined || undefined}
        onClick={() => {
          if (!isLocked && share === undefined) chooser.current?.click()
        }}
      >
        图片
      </button>
      {share === undefined ? null : <progress value={share} aria-label="图片上传进度" />}
      <input
        ref={chooser}
        className="eq-sr-only"
        type="file"
        tabIndex={-1}
        aria-label="选择要插入的图片"
        accept={RICH_TEXT_PICTURES.accept.map((kind) => `.${kind}`).join(',')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) void insert(editor, files)
        }}
      />
    </>
  )
}

/** The editor's element carries what a native control would. */
function attributesOf(props: InputProps, isLocked: boolean): Record<string, string> {
  const descriptionIds = describedBy(props)
  return {
    id: props.id,
    class: 'eq-input eq-editor-text eq-rich-text',
    role: 'textbox',
    tabindex: '0',
    'aria-multiline': 'true',
    'aria-labelledby': labelId(props),
    ...(descriptionIds ? { 'aria-describedby': descriptionIds } : {}),
    ...(props.required ? { 'aria-required': 'true' } : {}),
    ...(isInvalid(props) ? { 'aria-invalid': 'true' } : {}),
    ...(isLocked ? { 'aria-disabled': 'true' } : {}),
  }
}

export function RichTextEditor(props: InputProps) {
  const locked = isLocked(props)
  const html = inputText(props.value)
  const latest = useRef(props)
  latest.current = props
  const written = useRef(html)
  const uploads = usePictureUploads(props.name)
  const paste = useRef(uploads.paste)
  paste.current = uploads.paste
  const current = useRef<Editor>(null)
  /** Returns true if there were pictures or files to upload. */
  const takePictures = (data: DataTransfer | null): boolean => {
    const pasted = readPastedPictures(data)
    if (pasted && current.current) void paste.current(current.current, pasted)
    return pasted !== undefined
  }
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: cleanHtml(html),
    editable: !locked,
    // The content security policy takes no style elements; forms.css has the few rules.
    injectCSS: false,
    enableContentCheck: false,
    editorProps: {
      attributes: () => attributesOf(latest.current, isLocked(latest.current)),
      transformPastedHTML: cleanHtml,
      handlePaste: (_, event) => takePictures(event.clipboardData),
      handleDrop: (view, event, _slice, isMoved) => {
        const target = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (isMoved || !takePictures(event.dataTransfer)) return false
        if (target) current.current?.commands.setTextSelection(target.pos)
        event.preventDefault()
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      const next = changed.isEmpty ? '' : cleanHtml(changed.getHTML())
      if (next === written.current) return
      written.current = next
      latest.current.onChange(next || undefined)
    },
    onBlur: () => leave(latest.current),
  })
  current.current = editor
  useEffect(() => {
    if (written.current === html) return
    written.current = html
    editor.commands.setContent(cleanHtml(html), { emitUpdate: false })
  }, [editor, html])
  const attributes = JSON.stringify(attributesOf(props, locked))
  useEffect(() => {
    if (attributes) editor.setEditable(!locked, false)
  }, [editor, locked, attributes])
  return (
    <div className="eq-editor">
      <Toolbar editor={editor} title={props.label} textId={props.id} isLocked={locked}>
        <LinkTool editor={editor} isLocked={locked} />
        <PictureTool editor={editor} uploads={uploads} isLocked={locked} />
      </Toolbar>
      <EditorContent editor={editor} />
    </div>
  )
}
