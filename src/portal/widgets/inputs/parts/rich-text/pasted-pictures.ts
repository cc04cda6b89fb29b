// Reads the pictures of what was pasted or dropped: files, embedded bytes, and those of other sites that no page may read.
import { isAllowedImage } from '#shared/rich-text/policy.ts'
import { parseInert } from './inert-html.ts'
import { readRtfPictures } from './rtf-pictures.ts'

export interface PastedPictures {
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
  const body = parseInert(data?.getData('text/html') ?? '')
  const images = [...body.querySelectorAll('img')]
  const hasWords = (body.textContent ?? '').trim() !== ''
  // Office programs add a picture of the words they copy; a picture copied alone comes with its file.
  if (files.length > 0 && !hasWords) return { files, body: undefined, embedded: [], skippedCount: 0 }
  const local = localFiles(images, data)
  const embedded = images.flatMap((image) => {
    const file = local.get(image) ?? embeddedFile(image)
    return file ? [{ image, file }] : []
  })
  const own = images.filter((image) => isAllowedImage(image.getAttribute('src') ?? '')).length
  const skippedCount = images.length - embedded.length - own
  return embedded.length + skippedCount > 0 ? { files: [], body, embedded, skippedCount } : undefined
}

/** Word and WPS name files of the own computer, and put their bytes beside: as many, in the same order. */
function localFiles(
  images: readonly HTMLImageElement[],
  data: DataTransfer | null,
): ReadonlyMap<HTMLImageElement, File | undefined> {
  const local = images.filter((image) => /^file:/i.test(image.getAttribute('src') ?? ''))
  const pictures = local.length > 0 ? readRtfPictures(data?.getData('text/rtf') ?? '') : []
  return new Map(
    pictures.length === local.length ? local.map((image, index) => [image, pictures[index]] as const) : [],
  )
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

function embeddedFile(image: HTMLImageElement): File | undefined {
  // An empty picture stands where one of another site is still to be loaded.
  if (image.hasAttribute('data-src')) return undefined
  const address = image.getAttribute('src') ?? ''
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
