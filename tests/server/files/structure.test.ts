// Tests that each kind of file is recognised as whole or damaged, in pieces of any size.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type FileKindName, UPLOAD_KINDS } from '#server/files/formats/file-kinds.ts'
import { FileValidator } from '#server/files/formats/file-validator.ts'
import { PDF, PNG, pdfOf, pngOf } from '../../support/real-files.ts'

function box(name: string, content = Buffer.alloc(4)): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4)
  return Buffer.concat([head, content])
}

/** An archive of empty files. */
function zipOf(...names: string[]): Buffer {
  const local = names.map((name) => {
    const head = Buffer.alloc(30)
    head.write('PK\x03\x04', 'latin1')
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, Buffer.from(name)])
  })
  const list = Buffer.concat(
    names.map((name) => {
      const head = Buffer.alloc(46)
      head.write('PK\x01\x02', 'latin1')
      head.writeUInt16LE(name.length, 28)
      return Buffer.concat([head, Buffer.from(name)])
    }),
  )
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(list.length, 12)
  return Buffer.concat([...local, list, end])
}

const GREY = { width: 16, height: 16, channels: 3, background: '#808080' } as const
const JPEG = await sharp({ create: GREY }).jpeg({ quality: 60 }).toBuffer()
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64')
const FTYP = box('ftyp', Buffer.from('isom\0\0\x02\0isom'))

const WHOLE: readonly (readonly [FileKindName, string, Buffer])[] = [
  ['png', 'of one pixel', PNG],
  ['png', 'with a long chunk that nobody knows', pngOf(200_000)],
  ['jpg', 'as an encoder writes it', JPEG],
  ['jpg', 'with much before its frame', Buffer.concat([JPEG.subarray(0, 2), exif(60_000), JPEG.subarray(2)])],
  ['gif', 'of one pixel', GIF],
  ['webp', 'of one pixel', WEBP],
  ['mp4', 'with its description first', Buffer.concat([FTYP, box('moov'), box('mdat')])],
  ['mp4', 'with its description last', Buffer.concat([FTYP, box('free'), box('mdat'), box('moov')])],
  ['pdf', 'of one page', PDF],
  ['pdf', 'longer than what is kept of it', pdfOf(300_000)],
  ['pdf', 'with a few bytes behind its end', Buffer.concat([PDF, Buffer.from('\r\n\0')])],
  ['pdf', 'with a byte order mark', readFileSync(new URL('cases/bom.pdf', import.meta.url))],
  ['pdf', 'of the samples', readFileSync(new URL('cases/paper.pdf', import.meta.url))],
  ['docx', 'with its parts', zipOf('[Content_Types].xml', 'word/document.xml')],
  ['xlsx', 'with its parts', zipOf('[Content_Types].xml', 'xl/workbook.xml')],
  ['zip', 'of anything', zipOf('a.txt')],
]

function exif(length: number): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(length + 2, 2)
  return Buffer.concat([head, Buffer.alloc(length, 0xff)])
}

function judge(kind: FileKindName, file: Buffer, piece: number): string {
  const judging = new FileValidator(kind)
  for (let at = 0; at < file.length; at += piece) {
    const wrong = judging.push(file.subarray(at, at + piece))
    if (wrong) return wrong
  }
  return judging.end() ?? 'whole'
}

/** As other programs and mail filters leave them. */
const LOOSE: readonly (readonly [FileKindName, string, Buffer])[] = [
  ['pdf', 'with lines of a mail before its header', Buffer.concat([Buffer.alloc(1_000, 'x\r\n'), PDF])],
  ['pdf', 'with much padding behind its end', Buffer.concat([PDF, Buffer.alloc(300_000), Buffer.from('\n')])],
  [
    'pdf',
    'with blanks and lines after startxref',
    Buffer.from(
      PDF.toString('latin1').replace(/startxref\n(\d+)\n/, 'startxref  \r\n\r\n   $1   \r\n\r\n'),
      'latin1',
    ),
  ],
]

describe('validation of the structure of a file (API-10)', () => {
  test('has a case for every kind of upload', () => {
    expect(new Set(WHOLE.map(([kind]) => kind))).toEqual(new Set(Object.keys(UPLOAD_KINDS)))
  })
  test.each([...WHOLE, ...LOOSE])('%s %s is whole, in pieces of 1, 7 and 65,536 bytes', (kind, _, file) => {
    for (const piece of [1, 7, 65_536]) expect(judge(kind, file, piece), `pieces of ${piece}`).toBe('whole')
  })
  test.each(WHOLE)('%s %s is damaged when half of it is missing', (kind, _, file) => {
    expect(judge(kind, file.subarray(0, file.length / 2), 65_536)).toBe('damaged')
  })
  test.each<[FileKindName, string, Buffer]>([
    ['mp4', 'without a description', Buffer.concat([FTYP, box('mdat')])],
    ['docx', 'that is a table', zipOf('[Content_Types].xml', 'xl/workbook.xml')],
    ['docx', 'that is any archive', zipOf('a.txt')],
    ['gif', 'without a picture', Buffer.concat([GIF.subarray(0, 19), Buffer.from(';')])],
    ['webp', 'with an empty picture', Buffer.concat([WEBP.subarray(0, 16), Buffer.alloc(4)])],
    ['jpg', 'that ends before its picture', Buffer.from('ffd8ffe00004ffffffd9', 'hex')],
    ['pdf', 'that is padding only', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5_000)])],
    ['pdf', 'whose table lies behind its end', Buffer.from('%PDF-1.4\nstartxref\n999\n%%EOF')],
  ])('%s %s is damaged', (kind, _, file) => {
    expect(judge(kind, file, 65_536)).toBe('damaged')
  })
  test('returns kind for a file that begins as another kind', () => {
    expect(judge('pdf', PNG, 5)).toBe('kind')
    expect(judge('pdf', Buffer.concat([Buffer.alloc(1_024, 'x'), PDF]), 65_536)).toBe('kind')
    expect(judge('png', PDF.subarray(0, 9), 5)).toBe('kind')
  })
})
