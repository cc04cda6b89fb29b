// Reads the pictures that a user pastes or drops into formatted text: files, `data:` addresses, foreign addresses.
import { isAllowedImage } from '#shared/rich-text/policy.ts'

export interface PastedPictures {
  readonly files: readonly File[]
  /** The markup, in which `data:` pictures wait to be uploaded; undefined where only files count. */
  readonly body: HTMLElement | undefined
  readonly embedded: readonly Embedded[]
  /** Pictures whose bytes the page may not read: of other sites, or of a document. */
  readonly skippedCount: number
}

export interface Embedded {
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
