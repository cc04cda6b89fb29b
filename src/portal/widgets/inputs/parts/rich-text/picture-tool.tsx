// Draws the tool that chooses a picture for formatted text and shows the progress of uploads.
import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { RICH_TEXT_PICTURES } from '#shared/rich-text/policy.ts'
import type { PictureUploads } from './use-picture-uploads.ts'

interface Props {
  readonly editor: Editor
  readonly uploads: PictureUploads
  readonly isLocked: boolean
}

export function PictureTool({ editor, uploads: { share, insert }, isLocked }: Props) {
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
