// Draws the tools that insert pictures, videos and attachments into formatted text, and the progress of uploads.
import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { RICH_TEXT_FILES, type RichTextFile } from '#shared/rich-text/policy.ts'
import type { FileUploads } from './use-file-uploads.ts'

interface Props {
  readonly editor: Editor
  readonly uploads: FileUploads
  readonly isLocked: boolean
}

const NAMES: Readonly<Record<RichTextFile, string>> = { picture: '图片', video: '视频', attachment: '附件' }
const HINTS: Readonly<Record<RichTextFile, string>> = {
  picture: '可粘贴或拖入，每张',
  video: 'MP4 文件，每个',
  attachment: 'PDF、DOCX、XLSX、ZIP 文件，每个',
}

export function FileTools(props: Props) {
  const { running } = props.uploads
  return (
    <>
      {(Object.keys(NAMES) as RichTextFile[]).map((kind) => (
        <FileTool key={kind} kind={kind} {...props} />
      ))}
      <span role="status" className="eq-editor-running">
        {running ? `正在上传第 ${running.index + 1} 个文件，共 ${running.count} 个` : ''}
      </span>
      {running ? <progress value={running.share} aria-label="文件上传进度" /> : null}
    </>
  )
}

function FileTool({
  kind,
  editor,
  uploads: { running, insert },
  isLocked,
}: Props & { readonly kind: RichTextFile }) {
  const chooser = useRef<HTMLInputElement>(null)
  const { accept, maxSize } = RICH_TEXT_FILES[kind]
  const isIdle = isLocked || running !== undefined
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`插入${NAMES[kind]}`}
        title={`插入${NAMES[kind]}，${HINTS[kind]}不超过 ${maxSize} MB`}
        aria-disabled={isIdle || undefined}
        onClick={() => {
          if (!isIdle) chooser.current?.click()
        }}
      >
        {NAMES[kind]}
      </button>
      <input
        ref={chooser}
        className="eq-sr-only"
        type="file"
        tabIndex={-1}
        aria-label={`选择要插入的${NAMES[kind]}`}
        accept={accept.map((ending) => `.${ending}`).join(',')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) void insert(editor, files, kind)
        }}
      />
    </>
  )
}
