// Owns the tool that uploads a picture into formatted text, with its progress and what went wrong.
import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { RICH_TEXT_PICTURES } from '../../../../../shared/rich-text-policy.ts'
import { fileUrl, messageOf, sendFile } from '../../../../api/files.ts'
import { toast } from '../../../../ui/toast.tsx'
import { useFormPlace } from '../../../form-place.ts'
import { refusalOf } from '../use-uploads.ts'

interface Props {
  readonly editor: Editor
  readonly field: string
  readonly isLocked: boolean
}

export function PictureTool({ editor, field, isLocked }: Props) {
  const { form } = useFormPlace()
  const chooser = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)
  const [share, setShare] = useState<number>()
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File) => {
    const refusal = refusalOf(file, { ...RICH_TEXT_PICTURES, most: 1 })
    if (refusal) return toast.error(refusal)
    const controller = new AbortController()
    running.current = controller
    setShare(0)
    try {
      const options = { signal: controller.signal, onProgress: setShare }
      const { id, name } = await sendFile(file, { form, field }, options)
      const alt = name.replace(/\.[^.]*$/, '')
      editor
        .chain()
        .focus()
        .setImage({ src: fileUrl(id), alt })
        .run()
    } catch (error) {
      if (!controller.signal.aborted) toast.error(messageOf(error))
    }
    setShare(undefined)
  }
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label="插入图片"
        title={`插入图片，每张不超过 ${RICH_TEXT_PICTURES.maxSize} MB`}
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
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
    </>
  )
}
