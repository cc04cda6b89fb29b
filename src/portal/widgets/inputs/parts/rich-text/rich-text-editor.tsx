// Draws the editor of formatted text; all input, pasted or loaded, and all output is sanitised.
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { toViewer } from '#portal/core/access/viewer.ts'
import { useSession } from '#portal/core/session/session.ts'
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
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { FootnoteTool, LinkTool } from './asking-tools.tsx'
import { EXTENSIONS } from './extensions.ts'
import { FileTools } from './file-tools.tsx'
import { FindPanel } from './find-panel.tsx'
import { FOOTNOTE_KEYS } from './footnote.ts'
import { cleanPasted, keepFirstBlock } from './pasted-html.ts'
import { readPastedPictures } from './pasted-pictures.ts'
import { SourceView } from './source-view.tsx'
import { Toolbar } from './toolbar.tsx'
import { useFileUploads } from './use-file-uploads.ts'

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

function openFootnote(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>(`[aria-keyshortcuts="${FOOTNOTE_KEYS}"]`)?.click()
}

export function RichTextEditor(props: InputProps) {
  const locked = isLocked(props)
  const html = inputText(props.value)
  const latest = useRef(props)
  latest.current = props
  const written = useRef(html)
  const uploads = useFileUploads(props.name)
  const [panel, setPanel] = useState<'find' | 'source'>()
  const { user } = useSession()
  const mayReadSource = user !== null && isGranted(toViewer(user), GRANTS.administer)
  const box = useRef<HTMLDivElement>(null)
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
      transformPastedHTML: cleanPasted,
      transformPasted: (slice, view) => keepFirstBlock(slice, view.state.selection),
      handleKeyDown: (_view, event) => {
        const key = pressedKey(event)
        const isFind = (event.ctrlKey || event.metaKey) && key === 'h'
        if (isFind) setPanel('find')
        else if (event.ctrlKey && event.altKey && key === 'f') openFootnote(box.current)
        else if (event.altKey && key === 'F10') box.current?.querySelector('button')?.focus()
        else return false
        event.preventDefault()
        return true
      },
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
  const turn = (name: 'find' | 'source') => setPanel(panel === name ? undefined : name)
  return (
    <div ref={box} className="eq-editor">
      <Toolbar editor={editor} title={props.label} textId={props.id} isLocked={locked || panel === 'source'}>
        <LinkTool editor={editor} isLocked={locked || panel === 'source'} />
        <FootnoteTool editor={editor} isLocked={locked || panel === 'source'} />
        <FileTools editor={editor} uploads={uploads} isLocked={locked || panel === 'source'} />
        <PanelTool name="查找替换" keys="Control+H" isOpen={panel === 'find'} onTurn={() => turn('find')} />
        {mayReadSource ? (
          <PanelTool name="源码" isOpen={panel === 'source'} onTurn={() => turn('source')} />
        ) : null}
      </Toolbar>
      {panel === 'find' ? (
        <FindPanel
          editor={editor}
          isLocked={locked}
          onClose={() => {
            setPanel(undefined)
            editor.commands.focus()
          }}
        />
      ) : null}
      {panel === 'source' ? (
        <SourceView
          html={html}
          label={props.label}
          isLocked={locked}
          onChange={(source) => props.onChange(source || undefined)}
        />
      ) : null}
      <EditorContent editor={editor} hidden={panel === 'source'} />
    </div>
  )
}

interface PanelToolProps {
  readonly name: string
  readonly keys?: string
  readonly isOpen: boolean
  readonly onTurn: () => void
}

function PanelTool({ name, keys, isOpen, onTurn }: PanelToolProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-keyshortcuts={keys}
      title={keys ? `${name}（${keys.replace('Control', 'Ctrl')}）` : name}
      onClick={onTurn}
    >
      {name}
    </button>
  )
}
