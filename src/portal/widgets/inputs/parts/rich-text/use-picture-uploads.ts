// Uploads chosen, pasted or dropped pictures for formatted text, with their progress and errors.
import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { fileUrl, messageOf, uploadFile } from '#portal/core/api/file-client.ts'
import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import { toast } from '#portal/core/state/toast.ts'
import { findUploadRefusal } from '#portal/widgets/inputs/parts/use-uploads.ts'
import { isAllowedImage, RICH_TEXT_PICTURES } from '#shared/rich-text/policy.ts'

interface PastedPictures {
  readonly files: readonly File[]
  /** The markup, in which `data:` pictures wait to be uploaded; undefined where only files count. */
  readonly body: HTMLElement | undefined
  readonly embedded: readonly Embedded[]
  /** Pictures whose bytes the page may not read: of other sites, or of a document. */
  readonly skippedCount: number
}

interface Embedded {
  readonly image: HTMLImageElement
  readonly file: File
}

/** Undefined where nothing of it is a picture or a file. */
export function readPastedPictures(data: DataTransfer | null): PastedPictures | undefined {
  const files = [...(data?.files ?? [])].map(named)
  const body = parse(data?.getData('text/html') ?? '')
  const images = [...body.querySelectorAll('img')]
  const hasWords = (body.textContent ?? '').trim() !== ''
  // Office programs add a picture of the words they copy; a picture copied alone comes with its file.
  if (files.length > 0 && !hasWords) return { files, body: undefined, embedded: [], skippedCount: 0 }
  const embedded = images.flatMap((image) => {
    const file = embeddedFile(image.getAttribute('src') ?? '')
    return file ? [{ image, file }] : []
  })
  const own = images.filter((image) => isAllowedImage(image.getAttribute('src') ?? '')).length
  const skippedCount = images.length - embedded.length - own
  return embedded.length + skippedCount > 0 ? { files: [], body, embedded, skippedCount } : undefined
}

/** A document without a window: nothing of it is loaded. */
function parse(html: string): HTMLElement {
  const { body } = document.implementation.createHTMLDocument('')
  body.innerHTML = html
  for (const element of body.querySelectorAll('style, script, title, xml')) element.remove()
  return body
}

/** The name that browsers give a screenshot says nothing. */
function named(file: File): File {
  const [, ending] = /^image\.(\w+)$/.exec(file.name) ?? []
  return ending === undefined ? file : new File([file], `图片.${ending}`, { type: file.type })
}

const EMBEDDED = /^data:image\/([\w.+-]+);base64,/i
const ENDINGS: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  pjpeg: 'jpg',
  'svg+xml': 'svg',
  'x-png': 'png',
}

function embeddedFile(address: string): File | undefined {
  const [head = '', kind = ''] = EMBEDDED.exec(address) ?? []
  if (kind === '') return undefined
  try {
    const bytes = Uint8Array.from(atob(address.slice(head.length).replace(/\s/g, '')), (sign) =>
      sign.charCodeAt(0),
    )
    const ending = ENDINGS[kind.toLowerCase()] ?? kind.toLowerCase()
    return new File([bytes], `图片.${ending}`, { type: `image/${kind.toLowerCase()}` })
  } catch {
    return undefined
  }
}

export type PictureUploads = ReturnType<typeof usePictureUploads>

interface Stored {
  readonly src: string
  readonly alt: string
}

export function usePictureUploads(field: string) {
  const { form } = useFormScope()
  const running = useRef<AbortController>(null)
  /** Between 0 and 1; undefined while nothing is sent. */
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

  /** Uploads each and puts it where the cursor is. */
  const insert = async (editor: Editor, files: readonly File[]) => {
    await uploadAll(files, (_, stored) => {
      // Behind what is selected: the picture before stays selected, and would be replaced.
      const { to } = editor.state.selection
      if (stored) editor.chain().focus().insertContentAt(to, { type: 'image', attrs: stored }).run()
    })
  }
  /** Uploads what was pasted, then puts words and pictures in. */
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
