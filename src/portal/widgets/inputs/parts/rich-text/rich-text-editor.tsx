// Owns the editor of formatted text; whatever goes in, pasted or loaded, and whatever comes out is cleaned.
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { cleanHtml } from '../../../../ui/sanitise.ts'
import {
  describedBy,
  type InputProps,
  isInvalid,
  isLocked,
  labelId,
  leave,
  textOf,
} from '../../../input-props.ts'
import { EXTENSIONS } from './extensions.ts'
import { LinkTool } from './link-tool.tsx'
import { PictureTool } from './picture-tool.tsx'
import { Toolbar } from './toolbar.tsx'

/** The editor's element carries what a native control would. */
function attributesOf(props: InputProps, isLocked: boolean): Record<string, string> {
  const told = describedBy(props)
  return {
    id: props.id,
    class: 'eq-input eq-editor-text eq-rich-text',
    role: 'textbox',
    tabindex: '0',
    'aria-multiline': 'true',
    'aria-labelledby': labelId(props),
    ...(told ? { 'aria-describedby': told } : {}),
    ...(props.required ? { 'aria-required': 'true' } : {}),
    ...(isInvalid(props) ? { 'aria-invalid': 'true' } : {}),
    ...(isLocked ? { 'aria-disabled': 'true' } : {}),
  }
}

export function RichTextEditor(props: InputProps) {
  const locked = isLocked(props)
  const html = textOf(props.value)
  const latest = useRef(props)
  latest.current = props
  const written = useRef(html)
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
    },
    onUpdate: ({ editor: changed }) => {
      const next = changed.isEmpty ? '' : cleanHtml(changed.getHTML())
      if (next === written.current) return
      written.current = next
      latest.current.onChange(next || undefined)
    },
    onBlur: () => leave(latest.current),
  })
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
        <PictureTool editor={editor} field={props.name} isLocked={locked} />
      </Toolbar>
      <EditorContent editor={editor} />
    </div>
  )
}
