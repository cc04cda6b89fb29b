// Draws the editor of formatted text; all input, pasted or loaded, and all output is sanitised.
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { cleanHtml } from '#portal/ui/format/sanitize-html.ts'
import {
  describedBy,
  type InputProps,
  inputText,
  isInvalid,
  isLocked,
  labelId,
  leave,
} from '#portal/widgets/input-props.ts'
import { EXTENSIONS } from './extensions.ts'
import { LinkTool } from './link-tool.tsx'
import { readPastedPictures } from './pasted-pictures.ts'
import { PictureTool } from './picture-tool.tsx'
import { Toolbar } from './toolbar.tsx'
import { usePictureUploads } from './use-picture-uploads.ts'

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
