// Cleans an uploaded picture: refuses too large pictures and removes private metadata.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import type { Received } from '#server/files/file-store.ts'
import { Failure } from '#shared/calls/errors.ts'
import { cleanAnimation, readAnimation } from './animations.ts'
import type { FileKindName } from './file-kinds.ts'
import { inTurn, MAX_PIXELS, openImage, SIZED } from './image-library.ts'

const TEN_THOUSAND = 10_000
const QUALITY = 92

const damaged = () =>
  new Failure('FILE_KIND', { message: '这个文件不完整或已损坏，请确认能正常打开，重新保存后再选择' })

const tooLarge = (pixels: number) =>
  new Failure('FILE_TOO_LARGE', {
    message: `图片有 ${Math.ceil(pixels / TEN_THOUSAND)} 万像素，不能超过 ${MAX_PIXELS / TEN_THOUSAND} 万像素，请缩小后重新选择`,
  })

/** Returns true where the metadata hold place, device or author, or an orientation to apply. */
const hasPrivateMetadata = ({ exif, xmp, iptc, orientation = 1 }: Metadata): boolean =>
  exif !== undefined || xmp !== undefined || iptc !== undefined || orientation > 1

const WRITERS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  jpg: (image) => image.jpeg({ quality: QUALITY }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: QUALITY }),
}

/** Upright and without what cameras write beside the picture; as it is where there is nothing of it. */
export async function cleanPicture(path: string, received: Received, kind: FileKindName): Promise<Received> {
  const write = WRITERS[kind]
  if (!write && kind !== 'gif') return received
  const metadata = await (await openImage(path, false)).metadata().catch(() => null)
  if (!metadata) throw damaged()
  const pixels = metadata.width * metadata.height
  if (pixels > MAX_PIXELS) throw tooLarge(pixels)
  if (!write || !SIZED.has(kind) || !hasPrivateMetadata(metadata)) return received
  const animation = await readAnimation(path, kind)
  const bytes = animation
    ? cleanAnimation(animation, kind)
    : await inTurn(async () => write((await openImage(path)).autoOrient()).toBuffer()).catch(() => null)
  if (!bytes) throw damaged()
  await writeFile(path, bytes, { flush: true })
  return { size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') }
}
