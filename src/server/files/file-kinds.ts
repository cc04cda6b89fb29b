// Owns the kinds of files that may be uploaded, each told by its first bytes, never by its name alone.

interface FileKind {
  readonly type: string
  /** Whether a browser may show it in place; anything else is saved. */
  readonly inline: boolean
  readonly isBegunBy: (head: Buffer) => boolean
}

const begins =
  (...bytes: number[]) =>
  (head: Buffer) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes))
const text = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to)
const isZip = begins(0x50, 0x4b, 0x03, 0x04)
const office = (name: string): FileKind => ({
  type: `application/vnd.openxmlformats-officedocument.${name}`,
  inline: false,
  isBegunBy: isZip,
})

export const FILE_KINDS = {
  jpg: { type: 'image/jpeg', inline: true, isBegunBy: begins(0xff, 0xd8, 0xff) },
  png: { type: 'image/png', inline: true, isBegunBy: begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  gif: { type: 'image/gif', inline: true, isBegunBy: (head) => /^GIF8[79]a$/.test(text(head, 0, 6)) },
  webp: {
    type: 'image/webp',
    inline: true,
    isBegunBy: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP',
  },
  pdf: { type: 'application/pdf', inline: false, isBegunBy: (head) => text(head, 0, 5) === '%PDF-' },
  mp4: { type: 'video/mp4', inline: true, isBegunBy: (head) => text(head, 4, 8) === 'ftyp' },
  docx: office('wordprocessingml.document'),
  xlsx: office('spreadsheetml.sheet'),
  zip: { type: 'application/zip', inline: false, isBegunBy: isZip },
} as const satisfies Record<string, FileKind>

export type FileKindName = keyof typeof FILE_KINDS

const ALIASES: Readonly<Record<string, FileKindName>> = { jpeg: 'jpg', jfif: 'jpg' }

/** As many bytes as the longest mark needs. */
export const HEAD_BYTES = 16

/** The kind that the name's ending claims; undefined where that is none of ours. */
export function claimedKind(name: string): FileKindName | undefined {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(FILE_KINDS, ending)) return ending as FileKindName
  return Object.hasOwn(ALIASES, ending) ? ALIASES[ending] : undefined
}
