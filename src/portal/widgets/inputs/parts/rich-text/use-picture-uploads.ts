// Uploads chosen, pasted or dropped pictures for formatted text, with their progress and errors.
import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { fileUrl, messageOf, uploadFile } from '#portal/core/api/file-client.ts'
import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import { toast } from '#portal/core/state/toast.ts'
import { findUploadRefusal } from '#portal/widgets/inputs/parts/use-uploads.ts'
import { RICH_TEXT_PICTURES } from '#shared/rich-text/policy.ts'
import type { PastedPictures } from './pasted-pictures.ts'

export interface PictureUploads {
  /** Between 0 and 1; undefined while nothing is sent. */
  readonly share: number | undefined
  /** Uploads each and puts it where the cursor is. */
  readonly insert: (editor: Editor, files: readonly File[]) => Promise<void>
  /** Uploads what was pasted, then puts words and pictures in. */
  readonly paste: (editor: Editor, pasted: PastedPictures) => Promise<void>
}

interface Stored {
  readonly src: string
  readonly alt: string
}

export function usePictureUploads(field: string): PictureUploads {
  const { form } = useFormScope()
  const running = useRef<AbortController>(null)
  const [share, setShare] = useState<number>()
  useEffect(() => () => running.current?.abort(), [])

  const upload = async (file: File, signal: AbortSignal, onProgress: (part: number) => void) => {
    const refusal = findUploadRefusal(file, { ...RICH_TEXT_PICTURES, most: 1 })
    if (refusal) {
      toast.error(refusal)
      return undefined
    }
    try {
      const { id, name } = await uploadFile(file, { form, field }, { signal, onProgress })
      return { src: fileUrl(id), alt: name.replace(/\.[^.]*$/, '') }
    } catch (error) {
      if (!signal.aborted) toast.error(messageOf(error))
      return undefined
    }
  }
  /** One after another, in their order; false where it did not come to the end. */
  const uploadAll = async (files: readonly File[], onStored: (index: number, stored?: Stored) => void) => {
    if (running.current) {
      toast.error('图片正在上传，请稍后再插入')
      return false
    }
    const controller = new AbortController()
    running.current = controller
    for (const [index, file] of files.entries()) {
      setShare(index / files.length)
      const toShare = (part: number) => setShare((index + part) / files.length)
      const stored = await upload(file, controller.signal, toShare)
      if (controller.signal.aborted) return false
      onStored(index, stored)
    }
    running.current = null
    setShare(undefined)
    return true
  }

  const insert = async (editor: Editor, files: readonly File[]) => {
    await uploadAll(files, (_, stored) => {
      // Behind what is selected: the picture before stays selected, and would be replaced.
      const { to } = editor.state.selection
      if (stored) editor.chain().focus().insertContentAt(to, { type: 'image', attrs: stored }).run()
    })
  }
  const paste = async (editor: Editor, { files, body, embedded, skippedCount }: PastedPictures) => {
    if (!body) return insert(editor, files)
    const isDone = await uploadAll(
      embedded.map(({ file }) => file),
      (index, stored) => {
        const { image } = embedded[index] as PastedPictures['embedded'][number]
        if (stored) image.setAttribute('src', stored.src)
        else image.remove()
      },
    )
    if (!isDone) return
    editor.view.pasteHTML(body.innerHTML)
    if (skippedCount > 0) toast.error(`有 ${skippedCount} 张图片不能直接粘贴，请先保存到本机，再点“图片”插入`)
  }
  return { share, insert, paste }
}
