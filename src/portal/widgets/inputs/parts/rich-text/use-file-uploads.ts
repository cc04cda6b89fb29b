// Uploads chosen, pasted or dropped files for formatted text, with their progress and errors.
import type { Editor, JSONContent } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { fileUrl, messageOf, uploadFile } from '#portal/core/api/file-client.ts'
import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import { toast } from '#portal/core/state/toast.ts'
import { findUploadRefusal } from '#portal/widgets/inputs/parts/use-uploads.ts'
import { RICH_TEXT_FILES, type RichTextFile } from '#shared/rich-text/policy.ts'
import type { PastedPictures } from './pasted-pictures.ts'

export type FileUploads = ReturnType<typeof useFileUploads>

interface Stored {
  readonly src: string
  readonly name: string
}

interface Running {
  /** Of the file that is sent, from 0. */
  readonly index: number
  readonly count: number
  /** Of all files, between 0 and 1. */
  readonly share: number
}

const withoutEnding = (name: string) => name.replace(/\.[^.]*$/, '')

/** What stands in the text for a file. */
const CONTENTS: Readonly<Record<RichTextFile, (stored: Stored) => JSONContent>> = {
  picture: ({ src, name }) => ({ type: 'image', attrs: { src, alt: withoutEnding(name) } }),
  video: ({ src, name }) => ({ type: 'video', attrs: { src, title: withoutEnding(name) } }),
  attachment: ({ src, name }) => ({
    type: 'text',
    text: name,
    marks: [{ type: 'link', attrs: { href: src } }],
  }),
}

export function useFileUploads(field: string) {
  const { form } = useFormScope()
  const controllers = useRef<AbortController>(null)
  const [running, setRunning] = useState<Running>()
  useEffect(() => () => controllers.current?.abort(), [])

  const upload = async (
    file: File,
    kind: RichTextFile,
    { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (part: number) => void },
  ) => {
    const refusal = findUploadRefusal(file, { ...RICH_TEXT_FILES[kind], most: 1 })
    if (refusal) {
      toast.error(refusal)
      return undefined
    }
    try {
      const { id, name } = await uploadFile(file, { form, field }, { signal, onProgress })
      return { src: fileUrl(id), name }
    } catch (error) {
      if (!signal.aborted) toast.error(messageOf(error))
      return undefined
    }
  }
  /** One after another, in their order; false where it did not come to the end. */
  const uploadAll = async (
    files: readonly File[],
    kind: RichTextFile,
    onStored: (index: number, stored?: Stored) => void,
  ) => {
    if (controllers.current) {
      toast.error('文件正在上传，请稍后再插入')
      return false
    }
    const controller = new AbortController()
    controllers.current = controller
    const count = files.length
    for (const [index, file] of files.entries()) {
      const onProgress = (part: number) => setRunning({ index, count, share: (index + part) / count })
      onProgress(0)
      const stored = await upload(file, kind, { signal: controller.signal, onProgress })
      if (controller.signal.aborted) return false
      onStored(index, stored)
    }
    controllers.current = null
    setRunning(undefined)
    return true
  }

  /** Uploads each and puts it where the cursor is. */
  const insert = async (editor: Editor, files: readonly File[], kind: RichTextFile) => {
    await uploadAll(files, kind, (_, stored) => {
      // Behind what is selected: the picture before stays selected, and would be replaced.
      const { to } = editor.state.selection
      if (stored) editor.chain().focus().insertContentAt(to, CONTENTS[kind](stored)).run()
    })
  }
  /** Uploads what was pasted, then puts words and pictures in. */
  const paste = async (editor: Editor, { files, body, embedded, skippedCount }: PastedPictures) => {
    if (!body) return insert(editor, files, 'picture')
    const isDone = await uploadAll(
      embedded.map(({ file }) => file),
      'picture',
      (index, stored) => {
        const { image } = embedded[index] as PastedPictures['embedded'][number]
        if (!stored) return image.remove()
        image.setAttribute('src', stored.src)
        image.setAttribute('alt', withoutEnding(stored.name))
      },
    )
    if (!isDone) return
    editor.view.pasteHTML(body.innerHTML)
    if (skippedCount > 0) toast.error(`有 ${skippedCount} 张图片不能直接粘贴，请先保存到本机，再点“图片”插入`)
  }
  return { running, insert, paste }
}
