// Declares the kinds of files that may be uploaded, each recognised by its bytes and never by its name alone.

import { readGif, readJpeg, readPng, readWebp } from './picture-format.ts'
import type { StructureReader } from './read-structure.ts'
import { skip, take } from './read-structure.ts'
import { endsPdf, endsZip } from './tail-formats.ts'

interface FileKind {
  readonly type: string
  /** True where a browser may show the file in place; other files are downloaded. */
  readonly inline: boolean
  readonly isBegunBy: (head: Buffer) => boolean
  /** Bytes within which its mark stands, where that is not at the very beginning. */
  readonly headBytes?: number
  /** Judges the whole file as it passes by. */
  readonly read?: () => StructureReader
  /** True where any number of blanks and zeros may follow the end. */
  readonly isPadded?: boolean
  /** Judges it by its last bytes, which `Tail` kept. */
  readonly isEndedBy?: (tail: Buffer, size: number) => boolean
}

const begins =
  (...bytes: number[]) =>
  (head: Buffer) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes))
const text = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to)
const isZip = begins(0x50, 0x4b, 0x03, 0x04)
const office = (name: string, folder: string): FileKind => ({
  type: `application/vnd.openxmlformats-officedocument.${name}`,
  inline: false,
  isBegunBy: isZip,
  isEndedBy: endsZip('[Content_Types].xml', folder),
})

export const UPLOAD_KINDS = {
  jpg: { type: 'image/jpeg', inline: true, isBegunBy: begins(0xff, 0xd8, 0xff), read: readJpeg },
  png: {
    type: 'image/png',
    inline: true,
    isBegunBy: begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    read: readPng,
  },
  gif: {
    type: 'image/gif',
    inline: true,
    isBegunBy: (head) => /^GIF8[79]a$/.test(text(head, 0, 6)),
    read: readGif,
  },
  webp: {
    type: 'image/webp',
    inline: true,
    isBegunBy: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP',
    read: readWebp,
  },
  pdf: {
    type: 'application/pdf',
    inline: false,
    // Programs leave marks, blanks and letters of a mail before the header; readers look so far.
    headBytes: 1_024,
    isBegunBy: (head) => head.includes('%PDF-'),
    isPadded: true,
    isEndedBy: endsPdf,
  },
  mp4: {
    type: 'video/mp4',
    inline: true,
    isBegunBy: (head) => text(head, 4, 8) === 'ftyp',
    read: readMp4,
  },
  docx: office('wordprocessingml.document', 'word/'),
  xlsx: office('spreadsheetml.sheet', 'xl/'),
  zip: { type: 'application/zip', inline: false, isBegunBy: isZip, isEndedBy: endsZip() },
} as const satisfies Record<string, FileKind>

export type FileKindName = keyof typeof UPLOAD_KINDS

export const fileKind = (name: FileKindName): FileKind => UPLOAD_KINDS[name]

const ALIASES: Readonly<Record<string, FileKindName>> = { jpeg: 'jpg', jfif: 'jpg' }

/** As many bytes as the longest mark needs. */
export const HEAD_BYTES = 16

/** The kind that the name's ending claims; undefined where that is none of ours. */
export function claimedKind(name: string): FileKindName | undefined {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(UPLOAD_KINDS, ending)) return ending as FileKindName
  return Object.hasOwn(ALIASES, ending) ? ALIASES[ending] : undefined
}

/** Validates the box structure of MP4 films: description and media data. */
function* readMp4(): StructureReader {
  const seen = new Set<string>()
  const isWhole = () => seen.has('moov') && (seen.has('mdat') || seen.has('moof'))
  for (;;) {
    const box = yield take(8)
    const name = box.toString('latin1', 4, 8)
    if (!/^[\x20-\x7e]{4}$/.test(name)) return false
    let length = box.readUInt32BE(0) - 8
    if (length === -7) length = Number((yield take(8)).readBigUInt64BE(0)) - 16
    // Up to the end of the file.
    if (length === -8) return seen.add(name) && isWhole()
    if (length < 0) return false
    yield skip(length)
    seen.add(name)
    if (isWhole()) return true
  }
}
