// Owns the sizes of an uploaded picture: each made when it is first asked for, kept beside the picture, and gone with it.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Region } from 'sharp'
import type { FileParts } from '../http/file-answer.ts'
import type { FileRow } from './file-access.ts'
import type { FileStore } from './file-store.ts'
import { inTurn, openImage, SIZED } from './image-library.ts'

export interface Wanted {
  /** Pixels; a smaller picture stays as large as it is. */
  readonly width: number
  /** `wide`: eight by five, as covers are. */
  readonly shape: 'whole' | 'wide'
}

const WIDE = 8 / 5
const CENTRE = 50
const QUALITY = 78
const TYPE = 'image/webp'

interface Size {
  readonly width: number
  readonly height: number
}

/** The largest part of that shape with the focus as near to its middle as can be. */
export function cropAround({ width, height }: Size, x: number, y: number): Region {
  const wide = Math.min(width, Math.round(height * WIDE))
  const high = Math.min(height, Math.round(width / WIDE))
  const from = (side: number, part: number, focus: number) =>
    Math.max(0, Math.min(side - part, Math.round((side * focus) / 100 - part / 2)))
  return { left: from(width, wide, x), top: from(height, high, y), width: wide, height: high }
}

export class PictureSizes {
  readonly #store: FileStore
  readonly #making = new Map<string, Promise<Buffer | null>>()

  constructor(store: FileStore) {
    this.#store = store
  }

  /** Null where the file itself is to be sent: no size is wanted, or it has none. */
  async sized(file: FileRow, wanted: Wanted | null): Promise<FileParts | null> {
    if (!wanted || !SIZED.has(file.kind)) return null
    const { focusX, focusY } = file
    const [x, y] = [focusX ?? CENTRE, focusY ?? CENTRE]
    const ending = `.${wanted.width}${wanted.shape === 'wide' ? `-${x}-${y}` : ''}.webp`
    const bytes =
      (await this.#store.readBeside(file.id, ending)) ??
      (await this.#once(`${file.id}${ending}`, () => this.#make(file.id, ending, wanted, [x, y])))
    if (!bytes) return null
    return {
      name: `${file.name.replace(/\.\w+$/, '')}.webp`,
      type: TYPE,
      size: bytes.length,
      digest: createHash('sha256').update(`${file.digest}${ending}`).digest('hex'),
      inline: true,
      stream: Readable.from([bytes]),
    }
  }

  #once(key: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const known = this.#making.get(key)
    if (known) return known
    const making = make().finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  /** Null where the library cannot read it: the file itself is shown, as it always was. */
  async #make(
    id: string,
    ending: string,
    { width, shape }: Wanted,
    [x, y]: readonly [number, number],
  ): Promise<Buffer | null> {
    const path = this.#store.pathOf(id)
    const bytes = await inTurn(async () => {
      const image = (await openImage(path)).autoOrient()
      if (shape === 'wide') {
        const { autoOrient: upright } = await image.metadata()
        image.extract(cropAround(upright, x, y))
      }
      return image.resize({ width, withoutEnlargement: true }).webp({ quality: QUALITY }).toBuffer()
    }).catch(() => null)
    if (bytes) await this.#store.keepBeside(id, ending, bytes).catch(() => undefined)
    return bytes
  }
}
