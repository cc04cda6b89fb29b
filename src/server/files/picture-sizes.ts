// Makes the sizes of an uploaded picture: WebP on first request, AVIF later, stored and deleted with the picture.
import { createHash } from 'node:crypto'
import type { OutputInfo, Region, Sharp } from 'sharp'
import { type FileAnswerParts, openBytes } from '#server/platform/http/file-answer.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { FileRow } from './file-access.ts'
import type { FileStore } from './file-store.ts'
import { readAnimation } from './formats/animations.ts'
import { inTurn, openImage, openPixels, SIZED } from './formats/image-library.ts'

/** Of each kind; a size as AVIF that finds the queue full is made after another request for it. */
const MAX_WAITING = 100

export class LaterSizes {
  readonly #waiting = new Map<string, () => Promise<unknown>>()
  #running: Promise<void> | null = null

  ask(key: string, make: () => Promise<unknown>): void {
    if (this.#waiting.has(key) || this.#waiting.size >= MAX_WAITING) return
    this.#waiting.set(key, make)
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    for (const [key, make] of this.#waiting) {
      await make().catch(() => undefined)
      this.#waiting.delete(key)
    }
    this.#running = null
  }
}

export interface RequestedSize {
  /** Pixels; a smaller picture stays as large as it is. */
  readonly width: number
  /** `wide`: eight by five, as covers are. */
  readonly shape: 'whole' | 'wide'
  /** The browser shows AVIF too, which is a third smaller and takes ten times as long to make. */
  readonly isAvif: boolean
}

const WIDE = 8 / 5
const CENTRE = 50
const QUALITY = 78
/** Twice as good took five times as long, for a tenth less. */
const AVIF = { quality: 50, effort: 2 }

interface Size {
  readonly width: number
  readonly height: number
}

/** The largest part of that shape with the focus as near to its middle as can be. */
function cropAround({ width, height }: Size, x: number, y: number): Region {
  const wide = Math.min(width, Math.round(height * WIDE))
  const high = Math.min(height, Math.round(width / WIDE))
  const from = (side: number, part: number, focus: number) =>
    Math.max(0, Math.min(side - part, Math.round((side * focus) / 100 - part / 2)))
  return { left: from(width, wide, x), top: from(height, high, y), width: wide, height: high }
}

type Focus = readonly [x: number, y: number]

/** Returns the suffix of a size: its width, and the focus that it is cropped around. */
const nameOf = ({ width, shape }: RequestedSize, [x, y]: Focus): string =>
  `.${width}${shape === 'wide' ? `-${x}-${y}` : ''}`

export class PictureSizes {
  readonly #store: FileStore
  readonly #making = new Map<string, Promise<Buffer | null>>()
  readonly #later = new LaterSizes()

  constructor(store: FileStore) {
    this.#store = store
  }

  /** Null where the file itself is to be sent: no size is wanted, or it has none. */
  async sized(file: FileRow, wanted: RequestedSize | null): Promise<FileAnswerParts | null> {
    if (!wanted || !SIZED.has(file.kind)) return null
    const focus: Focus = [file.focusX ?? CENTRE, file.focusY ?? CENTRE]
    const name = nameOf(wanted, focus)
    const avif = wanted.isAvif ? await this.#store.readDerived(file.id, `${name}.avif`) : null
    if (avif && avif.length > 0) return toParts(file, name, 'avif', avif)
    const webp =
      (await this.#store.readDerived(file.id, `${name}.webp`)) ??
      (await this.#once(`${file.id}${name}`, () => this.#makeWebp(file, wanted, focus)))
    if (!webp) return null
    if (wanted.isAvif && !avif)
      this.#later.ask(`${file.id}${name}`, () => this.#makeAvif(file.id, wanted, focus, webp.length))
    return toParts(file, name, 'webp', webp)
  }

  #once(key: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const known = this.#making.get(key)
    if (known) return known
    if (this.#making.size >= MAX_WAITING)
      throw new Failure('UNAVAILABLE', { message: '当前访问人数较多，请稍后再试' })
    const making = make().finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  async #open(path: string, { width, shape }: RequestedSize, [x, y]: Focus): Promise<Sharp> {
    const image = (await openImage(path)).autoOrient()
    if (shape === 'wide') {
      const { autoOrient: upright } = await image.metadata()
      image.extract(cropAround(upright, x, y))
    }
    return image.resize({ width, withoutEnlargement: true })
  }

  /** Null where the library cannot read it, or would keep one frame of many: the file itself is shown. */
  async #makeWebp({ id, kind }: FileRow, wanted: RequestedSize, focus: Focus): Promise<Buffer | null> {
    const bytes = await this.#store.withPath(id, async (path) => {
      if (await readAnimation(path, kind).catch(() => null)) return null
      return inTurn(async () =>
        (await this.#open(path, wanted, focus)).webp({ quality: QUALITY }).toBuffer(),
      ).catch(() => null)
    })
    if (bytes)
      await this.#store.writeDerived(id, `${nameOf(wanted, focus)}.webp`, bytes).catch(() => undefined)
    return bytes
  }

  /** Others wait only while the large picture is read. What is no smaller, or cannot be made, is kept as nothing. */
  async #makeAvif(id: string, wanted: RequestedSize, focus: Focus, most: number): Promise<void> {
    const pixels = await this.#store.withPath(id, (path) =>
      inTurn(async () =>
        (await this.#open(path, wanted, focus)).raw().toBuffer({ resolveWithObject: true }),
      ).catch(() => null),
    )
    const bytes = pixels && (await toAvif(pixels.data, pixels.info).catch(() => null))
    const kept = bytes && bytes.length < most ? bytes : Buffer.alloc(0)
    // The picture may be gone meanwhile: nothing is left of it then.
    if (await this.#store.readDerived(id, `${nameOf(wanted, focus)}.webp`))
      await this.#store.writeDerived(id, `${nameOf(wanted, focus)}.avif`, kept)
  }
}

const toAvif = async (data: Buffer, info: OutputInfo): Promise<Buffer> =>
  (await openPixels(data, info)).avif(AVIF).toBuffer()

function toParts(file: FileRow, name: string, kind: 'webp' | 'avif', bytes: Buffer): FileAnswerParts {
  return {
    name: `${file.name.replace(/\.\w+$/, '')}.${kind}`,
    type: `image/${kind}`,
    size: bytes.length,
    digest: createHash('sha256').update(`${file.digest}${name}.${kind}`).digest('hex'),
    inline: true,
    varies: true,
    open: openBytes(bytes),
  }
}
